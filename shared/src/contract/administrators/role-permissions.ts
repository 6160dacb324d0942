/** The kinds of administrators, from the one who may most to the one who may least. */
export const adminRoles = ['owner', 'admin', 'support', 'viewer'] as const

/**
 * `owner` manages administrators and policy and erases people, `admin` does all of SPEC, `support` chats, looks at
 * people and rides and changes bookings, `viewer` looks.
 */
export type AdminRole = (typeof adminRoles)[number]

export const permissions = [
  'dashboard:read',
  'drivers:read',
  'drivers:write',
  'reviews:write',
  'users:read',
  'rides:read',
  'bookings:write',
  'chats:read',
  'chats:write',
  'records:read',
  'notes:write',
  'exports:read',
  'audit:read',
  'administrators:write',
  'people:erase',
] as const

/**
 * An administrator can be permitted this: to read something, or to write it. `records` are the pages of one person or
 * one booking, what needs attention and the search over all of them; `notes` is what colleagues leave on a record, a
 * conversation's assignment and the replies that they share; `reviews:write` is the verification queue; `people:erase`
 * takes away what says who a driver or user is.
 */
export type Permission = (typeof permissions)[number]

const specViewer = ['dashboard:read', 'drivers:read', 'users:read', 'rides:read', 'chats:read'] as const
const specSupport = [...specViewer, 'bookings:write', 'chats:write'] as const
/** The calls of SPEC need these. A backend that has no more than those offers nothing else. */
const spec: readonly Permission[] = [...specSupport, 'drivers:write', 'exports:read']

const viewer: readonly Permission[] = [...specViewer, 'records:read']
const support: readonly Permission[] = [...specSupport, 'records:read', 'notes:write']
const admin: readonly Permission[] = [...spec, 'records:read', 'notes:write', 'reviews:write', 'audit:read']

/** Each role may do this; the API enforces it and the screens show it. */
export const permissionsOf: Record<AdminRole, readonly Permission[]> = {
  owner: [...admin, 'administrators:write', 'people:erase'],
  admin,
  support,
  viewer,
}

/**
 * Whether an administrator may do something. One without `admin_role` comes from a backend that has no roles, and may
 * do all that SPEC has, and nothing beyond it.
 */
export const isPermitted = ({ admin_role }: { admin_role?: AdminRole | undefined }, wanted: Permission): boolean =>
  (admin_role ? permissionsOf[admin_role] : spec).includes(wanted)
