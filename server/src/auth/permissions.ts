import { isPermitted, type Permission } from '@interline/shared/contract'
import type { Caller } from '../repositories/accounts/sessions.ts'

/** All that a call or an event asks of an administrator. */
export type RequiredPermission = Permission | 'every-role'

const acts: Record<Permission, string> = {
  'dashboard:read': 'look at the dashboard',
  'drivers:read': 'look at drivers',
  'drivers:write': 'change drivers',
  'reviews:write': 'review drivers who wait for verification',
  'users:read': 'look at users',
  'rides:read': 'look at rides and bookings',
  'bookings:write': 'change bookings',
  'chats:read': 'read chats',
  'chats:write': 'write in chats',
  'records:read': 'look at the page of a person or booking',
  'notes:write': 'leave notes for colleagues',
  'exports:read': 'export lists',
  'audit:read': 'read the audit',
  'administrators:write': 'manage administrators',
  'people:erase': 'erase a person',
}

/**
 * The act that an administrator's role does not let them do, as a sentence; undefined when it does. Drivers and users
 * have no permissions: what is for them is theirs.
 */
export function missingPermission(
  { role, admin_role }: Pick<Caller, 'role' | 'admin_role'>,
  required: RequiredPermission,
): string | undefined {
  if (role !== 'admin' || required === 'every-role') return undefined
  if (admin_role !== null && isPermitted({ admin_role }, required)) return undefined
  return `Your role, ${admin_role ?? 'none'}, may not ${acts[required]}. An owner can give you another role.`
}
