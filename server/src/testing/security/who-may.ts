import type { ClientEvents } from '@interline/shared/contract'
import type { Role } from '../../database/tables.ts'

type Who = 'anybody' | Role[]

const admin: Who = ['admin']
const rider: Who = ['user']
const driver: Who = ['driver']
const riderOrDriver: Who = ['driver', 'user']
const signedIn: Who = ['admin', 'driver', 'user']

/**
 * Who may make each call, from SPEC §6 and §7 and what riders and drivers need; not from what the server enforces. A
 * route that does not stand here fails the tests.
 */
export const whoMayCall: Record<string, Who> = {
  'POST /api/v1/user/auth/admin-login': 'anybody',
  'POST /api/v1/user/auth/login': 'anybody',
  'POST /api/v1/user/auth/register': 'anybody',
  'POST /api/v1/user/auth/forgot-password': 'anybody',
  'POST /api/v1/user/auth/reset-password': 'anybody',
  'POST /api/v1/user/auth/logout': signedIn,
  'GET /api/v1/admin/drivers': admin,
  'GET /api/v1/admin/drivers.csv': admin,
  'POST /api/v1/admin/verify-driver': admin,
  'POST /api/v1/admin/re-verify-driver': admin,
  'POST /api/v1/admin/connect-driver': admin,
  'POST /api/v1/admin/edit-profile/driver': admin,
  'GET /api/v1/admin/users': admin,
  'GET /api/v1/admin/users.csv': admin,
  'GET /api/v1/admin/driver/rides': admin,
  'GET /api/v1/admin/driver/rides.csv': admin,
  'GET /api/v1/admin/user/rides': admin,
  'GET /api/v1/admin/user/rides.csv': admin,
  'POST /api/v1/admin/ride/status': admin,
  'GET /api/v1/admin/dashboard/analysis': admin,
  'GET /api/v1/admin/notification/list': admin,
  'POST /api/v1/admin/notification/mark-read': admin,
  'GET /api/v1/user/chats/:id': signedIn,
  'GET /api/v1/user/chat-list': signedIn,
  'POST /api/v1/user/chats/mark-seen': signedIn,
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

/** For each event of a socket, whom each role may name in it. The type has every event that the server listens to. */
export const whoMayEmit: Record<keyof ClientEvents, Record<Role, Whom[]>> = {
  'user-connected': { admin: ['oneself'], driver: ['oneself'], user: ['oneself'] },
  'send-message': { admin: ['driver', 'user'], driver: ['admin'], user: ['admin'] },
  typing: { admin: ['driver', 'user'], driver: ['admin'], user: ['admin'] },
  // Whom an administrator asks about may be anybody: presence says of others that they are not there.
  'watch-presence': { admin: ['oneself', 'admin', 'driver', 'user'], driver: [], user: [] },
  'look-at': { admin: ['oneself', 'admin', 'driver', 'user'], driver: [], user: [] },
}
