import { ApiError, apiUrl, fetchDriver, readToken, type Driver } from './drivers-api.ts'

// What the tasks of the stopwatch need of the API, for both frameworks.

type Id = { _id: string }
type Person = { _id: string; full_name: string }

/** A row of GET /admin/user/rides. */
export type Booking = Id & {
  user: Person | null
  driver: Person | null
  ride: { source: { address: string }; destination: { address: string }; amount: number } | null
  createdAt: string
  status: string
}

/** A row of GET /user/chat-list, under the id of the person. */
export type Chat = Id & { full_name: string; last_message: string; last_message_date: string; messages?: Message[] }
type Message = Id & { sender_id: string; message: string }

/** A row of GET /admin/audit. */
export type Entry = Id & {
  createdAt: string
  actor: { full_name: string | null } | null
  act: string
  resource: string
  target: { _id: string; name: string | null } | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type Rows = { drivers: Driver; bookings: Booking; chats: Chat; audit: Entry }
export type Resource = keyof Rows

export const statuses = ['Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started']
export const reasons = [
  { id: 'unreadable', name: 'A document cannot be read' },
  { id: 'wrong-document', name: 'It is another document' },
  { id: 'expired', name: 'A document has expired' },
  { id: 'does-not-match', name: 'Details and documents differ' },
  { id: 'incomplete', name: 'A document is incomplete' },
  { id: 'not-genuine', name: 'A document is not genuine' },
]

const paths = {
  drivers: '/admin/drivers',
  bookings: '/admin/user/rides',
  chats: '/user/chat-list',
  audit: '/admin/audit',
}
const mostRows = 200

async function call<T>(path: string, payload?: object): Promise<{ data: T; meta?: { total?: number } }> {
  const response = await fetch(`${apiUrl}/api/v1${path}`, {
    method: payload ? 'POST' : 'GET',
    headers: {
      'public-request': 'true',
      authorization: `Bearer ${readToken() ?? ''}`,
      ...(payload && !(payload instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: payload instanceof FormData ? payload : JSON.stringify(payload) }),
  })
  if (!response.ok) throw new ApiError(response.status, path)
  return (await response.json()) as { data: T; meta?: { total?: number } }
}

export type Wanted = { page: number; pageSize: number; filters: Record<string, unknown> }

/** A page, newest first; `page` counts from 1. An export asks for more than the API gives at once. */
export async function fetchRows<Name extends Resource>(resource: Name, { page, pageSize, filters }: Wanted) {
  const size = Math.min(pageSize, mostRows)
  const query = new URLSearchParams({ page_size: String(size), tz: Intl.DateTimeFormat().resolvedOptions().timeZone })
  query.set('sort', resource === 'chats' ? '-last_message_date' : '-createdAt')
  if (resource === 'chats') query.delete('tz')
  for (const [name, value] of Object.entries(filters))
    if (typeof value === 'string' && value !== '') query.set(name, value)
  const rows: Rows[Name][] = []
  let total = 0
  for (let at = page; rows.length < pageSize; at += 1) {
    query.set('page', String(at))
    const { data, meta } = await call<Rows[Name][]>(`${paths[resource]}?${query}`)
    rows.push(...data)
    total = meta?.total ?? rows.length
    if (data.length < size || rows.length >= total) break
  }
  if (resource !== 'chats') return { rows, total }
  return { rows: rows.map((row) => ({ ...row, _id: (row as unknown as { party_id: string }).party_id })), total }
}

export async function fetchRow<Name extends Resource>(resource: Name, id: string): Promise<Rows[Name]> {
  if (resource === 'drivers') return (await fetchDriver(id)) as Rows[Name]
  const { rows } = await fetchRows(resource, { page: 1, pageSize: 1, filters: { id } })
  const [row] = rows
  if (!row) throw new Error(`there is no ${resource} ${id}`)
  if (resource !== 'chats') return row
  return { ...row, messages: (await call<Message[]>(`/user/chats/${id}`)).data }
}

const texts = ['full_name', 'email', 'car_name', 'driving_licence_number', 'stripe_connect_id']

/** Sends what a form changed: the API has a call for each. */
export async function changeRow(resource: Resource, id: string, change: Record<string, unknown>): Promise<void> {
  if (resource === 'bookings') await call('/admin/ride/status', { _id: id, status: change['status'] })
  if (resource === 'chats') await call('/admin/messages', { receiver_id: id, message: change['message'] })
  if (resource !== 'drivers') return
  const { is_driver_profile_approved, reason } = change
  if (is_driver_profile_approved !== undefined)
    await call('/admin/verify-driver', { driver_id: id, is_driver_profile_approved })
  if (reason !== undefined) await call('/admin/drivers/queue/reject', { _id: id, reason })
  const changed = texts.filter((field) => change[field] !== undefined)
  if (changed.length === 0) return
  const form = new FormData()
  form.append('_id', id)
  for (const field of changed) form.append(field, String(change[field] ?? ''))
  await call('/admin/edit-profile/driver', form)
}

/** What an entry of the audit changed, in one text. */
export const changeText = ({ before, after }: Entry) =>
  Object.entries(before ?? {})
    .filter(([field, was]) => was !== after?.[field])
    .map(([field, was]) => `${field}: ${String(was)} → ${String(after?.[field])}`)
    .join(', ')
