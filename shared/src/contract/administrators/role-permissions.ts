/** The kinds of administrators, from the one who may most to the one who may least. */
export const adminRoles = ['owner', 'admin', 'support', 'viewer'] as const

/**
 * `owner` manages administrators and policy, `admin` does all of SPEC, `support` chats, looks at people and rides and
 * changes bookings, `viewer` looks.
 */
export type AdminRole = (typeof adminRoles)[number]

export const permissions = [
  'dashboard:read',
  'drivers:read',
  'drivers:write',
  'users:read',
  'rides:read',
  'bookings:write',
  'chats:read',
  'chats:write',
  'exports:read',
  'audit:read',
  'administrators:write',
] as const

/** What an administrator can be permitted: to read something, or to write it. */
export type Permission = (typeof permissions)[number]

const viewer: readonly Permission[] = ['dashboard:read', 'drivers:read', 'users:read', 'rides:read', 'chats:read']
const support: readonly Permission[] = [...viewer, 'bookings:write', 'chats:write']
const admin: readonly Permission[] = [...support, 'drivers:write', 'exports:read', 'audit:read']

/** What each role may; the API enforces it and the screens show it. */
export const permissionsOf: Record<AdminRole, readonly Permission[]> = {
  owner: [...admin, 'administrators:write'],
  admin,
  support,
  viewer,
}

/**
 * Whether an administrator may do something. One without `admin_role` comes from a backend that has no roles, and may
 * do all that SPEC has; the audit is not in it.
 */
export const isPermitted = ({ admin_role }: { admin_role?: AdminRole | undefined }, wanted: Permission): boolean =>
  admin_role ? permissionsOf[admin_role].includes(wanted) : wanted !== 'audit:read' && admin.includes(wanted)
