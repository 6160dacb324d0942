import type { ClientEvents } from '@interline/shared/contract'
import type { Role } from '../../database/tables/people.ts'

/** The kinds of people, of whom administrators have four. */
export const groups = ['owner', 'admin', 'support', 'viewer', 'driver', 'user'] as const
export type Group = (typeof groups)[number]

type Who = 'anybody' | readonly Group[]

// Issue 21: "owner (manages administrators and policy), admin (all of SPEC), support (chats, looks at people and rides,
// changes bookings), viewer (looks)".
const owner: Who = ['owner']
const admins: Who = ['owner', 'admin']
const support: Who = ['owner', 'admin', 'support']
const everyAdmin: Who = ['owner', 'admin', 'support', 'viewer']
const rider: Who = ['user']
const driver: Who = ['driver']
const riderOrDriver: Who = ['driver', 'user']
const signedIn: Who = groups

/**
 * The people who may make each call, from SPEC §6 and §7, the issue of the roles and what riders and drivers need; not
 * from what the server enforces. A route that does not stand here fails the tests.
 */
export const whoMayCall: Record<string, Who> = {
  'POST /api/v1/user/auth/admin-login': 'anybody',
  'GET /api/v1/user/auth/sso': 'anybody',
  'GET /api/v1/user/auth/sso/callback': 'anybody',
  'POST /api/v1/user/auth/sign-in-code': 'anybody',
  'POST /api/v1/user/auth/login': 'anybody',
  'POST /api/v1/user/auth/register': 'anybody',
  'POST /api/v1/user/auth/forgot-password': 'anybody',
  'POST /api/v1/user/auth/reset-password': 'anybody',
  'POST /api/v1/user/auth/invitation': 'anybody',
  'POST /api/v1/user/auth/accept-invitation': 'anybody',
  'POST /api/v1/user/auth/second-factor': 'anybody',
  'POST /api/v1/user/auth/logout': signedIn,
  'POST /api/v1/admin/account/name': everyAdmin,
  'POST /api/v1/admin/account/password': everyAdmin,
  'POST /api/v1/admin/account/picture': everyAdmin,
  'POST /api/v1/admin/account/picture/remove': everyAdmin,
  'GET /api/v1/admin/account/sessions': everyAdmin,
  'POST /api/v1/admin/account/sessions/end': everyAdmin,
  'POST /api/v1/admin/account/active': everyAdmin,
  'POST /api/v1/admin/account/confirm/begin': everyAdmin,
  'POST /api/v1/admin/account/confirm': everyAdmin,
  'POST /api/v1/admin/account/confirm/sign-in': everyAdmin,
  'GET /api/v1/admin/account/second-factor': everyAdmin,
  'POST /api/v1/admin/account/second-factor/authenticator/begin': everyAdmin,
  'POST /api/v1/admin/account/second-factor/authenticator/confirm': everyAdmin,
  'POST /api/v1/admin/account/second-factor/authenticator/remove': everyAdmin,
  'POST /api/v1/admin/account/second-factor/passkeys/begin': everyAdmin,
  'POST /api/v1/admin/account/second-factor/passkeys/add': everyAdmin,
  'POST /api/v1/admin/account/second-factor/passkeys/rename': everyAdmin,
  'POST /api/v1/admin/account/second-factor/passkeys/remove': everyAdmin,
  'POST /api/v1/admin/account/second-factor/recovery-codes': everyAdmin,
  'GET /api/v1/admin/administrators': owner,
  'POST /api/v1/admin/administrators/invite': owner,
  'POST /api/v1/admin/administrators/renew-invitation': owner,
  'POST /api/v1/admin/administrators/withdraw-invitation': owner,
  'POST /api/v1/admin/administrators/change-role': owner,
  'POST /api/v1/admin/administrators/disable': owner,
  'POST /api/v1/admin/people/erase': owner,
  'POST /api/v1/admin/administrators/enable': owner,
  'POST /api/v1/admin/administrators/remove-second-factors': owner,
  'GET /api/v1/admin/policy': everyAdmin,
  'POST /api/v1/admin/policy': owner,
  'GET /api/v1/admin/drivers': everyAdmin,
  'GET /api/v1/admin/drivers.csv': admins,
  'POST /api/v1/admin/verify-driver': admins,
  'POST /api/v1/admin/re-verify-driver': admins,
  'POST /api/v1/admin/connect-driver': admins,
  'POST /api/v1/admin/edit-profile/driver': admins,
  // Issue 22: "drivers from CSV" is for those who change drivers.
  'POST /api/v1/admin/drivers/import/check': admins,
  'POST /api/v1/admin/drivers/import': admins,
  // Issue 22: "verification queue" is for those who verify.
  'GET /api/v1/admin/drivers/queue': admins,
  'POST /api/v1/admin/drivers/queue/next': admins,
  'POST /api/v1/admin/drivers/queue/claim': admins,
  'POST /api/v1/admin/drivers/queue/release': admins,
  'POST /api/v1/admin/drivers/queue/approve': admins,
  'POST /api/v1/admin/drivers/queue/reject': admins,
  'POST /api/v1/admin/drivers/queue/undo': admins,
  'POST /api/v1/admin/drivers/queue/undo-reject': admins,
  'POST /api/v1/admin/unverify-driver': admins,
  'GET /api/v1/admin/drivers/expiring': admins,
  'POST /api/v1/admin/drivers/expiry': admins,
  'GET /api/v1/admin/users': everyAdmin,
  'GET /api/v1/admin/users.csv': admins,
  'GET /api/v1/admin/driver/rides': everyAdmin,
  'GET /api/v1/admin/driver/rides.csv': admins,
  'GET /api/v1/admin/user/rides': everyAdmin,
  'GET /api/v1/admin/user/rides.csv': admins,
  'POST /api/v1/admin/ride/status': support,
  'GET /api/v1/admin/records/drivers/:id': everyAdmin,
  'GET /api/v1/admin/records/users/:id': everyAdmin,
  'GET /api/v1/admin/records/bookings/:id': everyAdmin,
  'GET /api/v1/admin/records/bookings/:id/timeline': everyAdmin,
  'GET /api/v1/admin/notes': everyAdmin,
  'POST /api/v1/admin/notes': support,
  'POST /api/v1/admin/notes/edit': support,
  'POST /api/v1/admin/notes/remove': support,
  'GET /api/v1/admin/search': everyAdmin,
  // Issue 22, saved views: own ones for everybody who sees the lists, shared ones by who changes records.
  'GET /api/v1/admin/views': everyAdmin,
  'POST /api/v1/admin/views': everyAdmin,
  'POST /api/v1/admin/views/change': everyAdmin,
  'POST /api/v1/admin/views/share': support,
  'POST /api/v1/admin/views/delete': everyAdmin,
  'GET /api/v1/admin/views/counts': everyAdmin,
  'GET /api/v1/admin/dashboard/analysis': everyAdmin,
  'GET /api/v1/admin/dashboard/trends': everyAdmin,
  'GET /api/v1/admin/dashboard/activity': everyAdmin,
  'GET /api/v1/admin/dashboard/attention': everyAdmin,
  'GET /api/v1/admin/notification/list': everyAdmin,
  'POST /api/v1/admin/notification/mark-read': everyAdmin,
  'GET /api/v1/admin/notification/muted': everyAdmin,
  'POST /api/v1/admin/notification/mute': everyAdmin,
  'GET /api/v1/admin/audit': admins,
  'GET /api/v1/admin/audit.csv': admins,
  'GET /api/v1/admin/audit/actors': admins,
  'GET /api/v1/admin/audit/kept': admins,
  'GET /api/v1/user/chats/:id': signedIn,
  'GET /api/v1/user/chat-list': signedIn,
  // Seen is what those who answer have seen: who only looks leaves it unseen for them.
  'POST /api/v1/user/chats/mark-seen': ['owner', 'admin', 'support', 'driver', 'user'],
  'POST /api/v1/admin/messages': support,
  'GET /api/v1/admin/canned-replies': support,
  'POST /api/v1/admin/canned-replies/save': support,
  'POST /api/v1/admin/canned-replies/delete': support,
  'GET /api/v1/admin/conversations/bookings': everyAdmin,
  'GET /api/v1/admin/conversations/counts': everyAdmin,
  'GET /api/v1/admin/conversations/next': everyAdmin,
  'GET /api/v1/admin/conversations/messages': everyAdmin,
  'GET /api/v1/admin/conversations/assignees': support,
  'POST /api/v1/admin/conversations/assign': support,
  'POST /api/v1/admin/conversations/close': support,
  'GET /api/v1/user/support': signedIn,
  'GET /api/v1/user/profile': riderOrDriver,
  'GET /api/v1/user/bookings': riderOrDriver,
  'POST /api/v1/user/bookings/status': riderOrDriver,
  'POST /api/v1/user/bookings': rider,
  'GET /api/v1/user/open-rides': rider,
  'POST /api/v1/driver/rides': driver,
  'POST /api/v1/driver/request-re-verification': driver,
  // The link is signed: who has it may read the document.
  'GET /uploads/:name': 'anybody',
  'GET /healthz': 'anybody',
  'GET /readyz': 'anybody',
  // From this machine, as the tests are; who else may is METRICS_TOKEN.
  'GET /metrics': 'anybody',
  'GET /docs': 'anybody',
  'GET /docs/': 'anybody',
  'GET /docs/*': 'anybody',
  'GET /docs/json': 'anybody',
  'GET /docs/yaml': 'anybody',
  'GET /docs/static/index.html': 'anybody',
  'GET /docs/static/swagger-initializer.js': 'anybody',
}

/** To whom an event may be about or go: oneself, or people of a role. */
type Whom = 'oneself' | Role

const writes = (may: Whom[]): Record<Group, Whom[]> => ({
  owner: may,
  admin: may,
  support: may,
  viewer: [],
  driver: ['admin'],
  user: ['admin'],
})
const looks = (may: Whom[]): Record<Group, Whom[]> => ({
  owner: may,
  admin: may,
  support: may,
  viewer: may,
  driver: [],
  user: [],
})

/** For each event of a socket, whom each may name in it. The type has every event that the server listens to. */
export const whoMayEmit: Record<keyof ClientEvents, Record<Group, Whom[]>> = {
  'user-connected': { ...looks(['oneself']), driver: ['oneself'], user: ['oneself'] },
  'send-message': writes(['driver', 'user']),
  typing: writes(['driver', 'user']),
  // An administrator may ask about anybody: presence says of others that they are not there.
  'watch-presence': looks(['oneself', 'admin', 'driver', 'user']),
  'look-at': looks(['oneself', 'admin', 'driver', 'user']),
}
