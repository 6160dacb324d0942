import { z } from 'zod'
import { adminRoles, permissions } from '../../administrators/role-permissions.ts'

/** `AdminRole` and `Permission` as schemas; the table of both is in `role-permissions.ts`, which browsers load. */
export const adminRole = z.enum(adminRoles)
export const permission = z.enum(permissions)
