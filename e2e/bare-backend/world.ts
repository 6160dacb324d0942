import { makeRows, type Row } from './rows.ts'

/** A call does this instead of its work, until told otherwise. */
export type Mode = 'html' | 'cut' | 'error' | 'slow' | 'unauthorised' | 'refuse' | 'empty' | 'not-a-list'

/** One signed-in session with rows of its own. Its name leads every id in it. */
export type World = ReturnType<typeof makeWorld>

export function makeWorld(name: string) {
  return { name, token: `${name}-token`, admin: `${name}-admin`, rows: makeRows(name), modes: new Map<string, Mode>() }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const find = (rows: unknown[], id: unknown) => rows.filter(isRow).find((row) => row._id === id)

/** Changes a row; false when there is none by that id. */
function change(rows: unknown[], id: unknown, fields: Row): boolean {
  const row = find(rows, id)
  if (row) Object.assign(row, fields)
  return row !== undefined
}

const ok = (data: unknown) => ({ success: true, data })
const done = (success: boolean) => ({ success })

/** The calls of SPEC §7 after sign-in: what each answers, or null for a path the paragraph does not name. */
export function answerCall(world: World, method: string, path: string, payload: Row): object | null {
  const { rows } = world
  const history = path.match(/^\/user\/chats\/([^/]+)$/)?.[1]
  if (method === 'GET' && history) {
    return ok(
      rows.messages
        .filter(({ party }) => party === decodeURIComponent(history))
        .map(({ party: _, ...message }) => message),
    )
  }
  switch (`${method} ${path}`) {
    case 'GET /admin/drivers':
      return ok(rows.drivers)
    case 'GET /admin/users':
      return ok(rows.users)
    case 'GET /admin/driver/rides':
      return ok(rows.driverRides)
    case 'GET /admin/user/rides':
      return ok(rows.bookings)
    case 'GET /admin/notification/list':
      return ok(rows.notifications)
    case 'GET /user/chat-list':
      return ok(rows.chats)
    case 'GET /admin/dashboard/analysis':
      return ok({
        user_count: 1234,
        driver_count: 45,
        created_rides: 45,
        completed_rides: 8,
        today_registered_users: 2,
        weekly_registered_users: 14,
        android_users: null,
        ios_users: '17',
      })
    case 'POST /admin/verify-driver':
      return done(
        change(rows.drivers, payload.driver_id, { is_driver_profile_approved: payload.is_driver_profile_approved }),
      )
    case 'POST /admin/re-verify-driver':
      return done(change(rows.drivers, payload._id, { reverify_status: 'Approved' }))
    case 'POST /admin/connect-driver':
      return done(change(rows.drivers, payload._id, { stripe_connect_id: payload.driver_connect_id }))
    case 'POST /admin/edit-profile/driver': {
      const { _id, ...fields } = payload
      return done(change(rows.drivers, _id, fields))
    }
    case 'POST /admin/ride/status':
      return done(change(rows.bookings, payload._id, { status: payload.status }))
    case 'POST /user/chats/mark-seen': {
      for (const chat of rows.chats) if (chat.sender_id === payload.sender_id) chat.last_message_is_seen = true
      return done(true)
    }
    default:
      return null
  }
}

/** Keeps a message that came over the socket, so that history and chat list know it. */
export function keepMessage(world: World, senderId: string, receiverId: string, message: string): void {
  const party = senderId === world.admin ? receiverId : senderId
  const createdAt = new Date().toISOString()
  world.rows.messages.push({
    _id: `${world.name}-m${Date.now()}-${world.rows.messages.length}`,
    party,
    sender_id: senderId,
    message,
    createdAt,
  })
  const chat = world.rows.chats.find(({ sender_id, receiver_id }) => sender_id === party || receiver_id === party)
  const last = {
    last_message: message,
    last_message_date: createdAt,
    last_message_is_seen: false,
    sender_id: senderId,
    receiver_id: receiverId,
  }
  if (chat) Object.assign(chat, last)
  else
    world.rows.chats.push({
      full_name: find([...world.rows.drivers, ...world.rows.users], party)?.full_name ?? party,
      profile_picture: null,
      ...last,
    })
}
