import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Booking } from '@interline/shared/contract'
import { answer, booking, driver, listAnswer, notification } from '@interline/shared/contract/schemas'
import { forgetOldNotifications } from '../repositories/notification-list.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '30' })
})
afterAll(() => server.close())

const all = async (token: string, query: string) =>
  answer(notification.array()).parse((await server.call('GET', `/admin/notification/list${query}`, { token })).body)
    .data
const list = (token: string) => all(token, '?limit=200')

it('§7 marks as read what the bell has shown, and nothing else', async () => {
  const token = await server.signIn()
  const [first, second] = await list(token)
  const body = { ids: [first?._id, 'nobody'] }
  expect((await server.call('POST', '/admin/notification/mark-read', { token, body })).status).toBe(200)
  const after = await list(token)
  expect(after.filter(({ read }) => read).map(({ _id }) => _id)).toEqual([first?._id])
  expect(after[1]).toEqual(second)
  for (const ids of [['not an id'], 'n1', Array.from({ length: 201 }, () => 'n')])
    expect((await server.call('POST', '/admin/notification/mark-read', { token, body: { ids } })).status).toBe(400)
})

it('neither lists nor tells an administrator what they did themselves; the others read of it', async () => {
  const token = await server.signIn()
  const { body } = await server.call('GET', '/admin/drivers', { token })
  const [one] = answer(driver.array()).parse(body).data
  const change = { driver_id: one?._id, is_driver_profile_approved: !one?.is_driver_profile_approved }
  expect((await server.call('POST', '/admin/verify-driver', { token, body: change })).status).toBe(200)
  expect((await list(token)).map(({ title }) => title)).not.toContain('Driver changed')
  const [newest] = await list(await server.signIn('theo@interline.test'))
  expect(newest).toMatchObject({ title: 'Driver changed', read: false })
})

const bookingsNow = async (token: string, query = '') =>
  listAnswer(booking).parse((await server.call('GET', `/admin/user/rides${query}`, { token })).body).data

/** Theo gives bookings a status, all at once; with a `Bulk-Id` as one bulk change. */
const set = (theo: string, rows: Pick<Booking, '_id' | 'status'>[], bulkId?: string) =>
  Promise.all(
    rows.map(({ _id, status }) =>
      server
        .call('POST', '/admin/ride/status', {
          token: theo,
          body: { _id, status },
          ...(bulkId && { headers: { 'bulk-id': bulkId } }),
        })
        .then(({ status: code }) => expect(code).toBe(200)),
    ),
  )

it('makes one entry of a bulk change, which leads to exactly its rows and is gone with its Undo', async () => {
  const [maya, theo] = [await server.signIn(), await server.signIn('theo@interline.test')]
  const rows = (await bookingsNow(maya)).filter(({ status }) => status !== 'Canceled').slice(0, 4)
  const canceled = rows.map(({ _id }) => ({ _id, status: 'Canceled' as const }))
  const before = (await list(maya)).length
  await set(theo, canceled, 'bulk-of-theo')
  const [newest] = await list(maya)
  expect(newest).toMatchObject({ title: 'Bookings changed', count: 4, read: false })
  expect(newest?.body).toMatch(/^4 bookings canceled by Theo \w+\.$/)
  expect((await list(maya)).length - before).toBe(1)
  const ids = (of: { _id: string }[]) => of.map(({ _id }) => _id).sort()
  expect(ids(await bookingsNow(maya, `?notification=${newest?._id}`))).toEqual(ids(rows))

  await set(theo, rows.slice(0, 3), 'bulk-of-theo')
  expect((await list(maya))[0]).toMatchObject({ _id: newest?._id, count: 1 })
  expect((await list(maya))[0]?.body).toMatch(/^1 booking canceled by /)
  expect(ids(await bookingsNow(maya, `?notification=${newest?._id}`))).toEqual(ids(rows.slice(3)))
  await set(theo, rows.slice(3), 'bulk-of-theo')
  expect(await list(maya)).toHaveLength(before)
})

it('makes one entry of each person’s bulk change, also where two send the same Bulk-Id', async () => {
  const [maya, theo] = [await server.signIn(), await server.signIn('theo@interline.test')]
  const rows = (await bookingsNow(maya)).filter(({ status }) => status !== 'Started')
  const started = rows.slice(0, 2).map(({ _id }) => ({ _id, status: 'Started' as const }))
  await set(theo, started.slice(0, 1), 'the-same-id')
  await set(maya, started.slice(1), 'the-same-id')
  expect((await list(maya))[0]).toMatchObject({ count: 1, subject: { _id: started[0]?._id } })
  expect((await list(theo))[0]).toMatchObject({ count: 1, subject: { _id: started[1]?._id } })
})

it('takes the entry of a single change back with its Undo, and of no other change', async () => {
  const [maya, theo] = [await server.signIn(), await server.signIn('theo@interline.test')]
  const [one] = (await bookingsNow(maya)).filter(({ status }) => status === 'Pending' || status === 'Accepted')
  if (!one) throw new Error('The demo has such a booking.')
  const before = await list(maya)
  await set(theo, [{ ...one, status: 'Completed' }])
  expect(await list(maya)).toHaveLength(before.length + 1)
  await set(theo, [one])
  expect(await list(maya)).toEqual(before)
  // A change by somebody else in between is no Undo of one's own.
  await set(theo, [{ ...one, status: 'Completed' }])
  await set(maya, [{ ...one, status: 'Rejected' }])
  await set(theo, [one])
  expect(await list(maya)).toHaveLength(before.length + 2)
})

it('takes the entry of an approval of both back with its Undo', async () => {
  const [maya, theo] = [await server.signIn(), await server.signIn('theo@interline.test')]
  const { body } = await server.call('GET', '/admin/drivers', { token: maya })
  const one = answer(driver.array())
    .parse(body)
    .data.find(({ driving_licence }) => driving_licence !== null)
  if (!one) throw new Error('The demo has such a driver.')
  await server.db
    .updateTable('people')
    .set({ is_driver_profile_approved: false, reverify_status: 'Pending', rejectedAt: null })
    .where('_id', '=', one._id)
    .execute()
  const before = await list(maya)
  const post = async (path: string, payload: object) =>
    expect((await server.call('POST', path, { token: theo, body: payload })).status).toBe(200)
  await post('/admin/drivers/queue/approve', { _id: one._id })
  expect(await list(maya)).toHaveLength(before.length + 1)
  await post('/admin/drivers/queue/undo', {})
  expect(await list(maya)).toEqual(before)
})

it('lists nothing from before the account', async () => {
  const before = await list(await server.signIn())
  expect(before.length).toBeGreaterThan(0)
  const { _id } = await server.db
    .selectFrom('people')
    .select('_id')
    .where('email', '=', 'theo@interline.test')
    .executeTakeFirstOrThrow()
  await server.db.updateTable('people').set({ createdAt: new Date() }).where('_id', '=', _id).execute()
  const theo = await server.signIn('theo@interline.test')
  expect(await list(theo)).toEqual([])
  const older = await server.call('GET', `/admin/notification/list?before=${before[0]?._id}`, { token: theo })
  expect(answer(notification.array()).parse(older.body).data).toEqual([])
  await server.call('POST', '/user/auth/register', {
    body: { role: 'user', full_name: 'Pat New', email: 'pat@new.test', password: 'a password of length' },
  })
  expect((await list(theo)).map(({ body }) => body)).toEqual(['Pat New has registered.'])
})

it('§7 lists all there are, the bell the newest, and forgets what is older than 90 days', async () => {
  const maya = await server.signIn()
  const listed = async (query = '') => (await all(maya, query)).map(({ _id }) => _id)
  const made = Array.from({ length: 620 }, (_, at) => ({ title: `Number ${at}`, body: '', createdAt: new Date() }))
  await server.db
    .insertInto('notifications')
    .values(made.map((row, at) => ({ ...row, _id: `many-${at}`, kind: 'driver-registered' as const })))
    .execute()
  const whole = await listed()
  expect(whole.slice(0, 620)).toEqual(made.map((_, at) => `many-${at}`).reverse())
  expect(new Set(whole).size).toBe(whole.length)
  expect(await listed('?limit=200')).toEqual(whole.slice(0, 200))
  const unread = (await all(maya, '')).filter(({ read }) => !read)
  expect(unread.length).toBeLessThanOrEqual(200)
  await server.db
    .updateTable('notifications')
    .set({ createdAt: new Date(Date.now() - 91 * 86_400_000) })
    .where('title', '=', 'Number 619')
    .execute()
  await forgetOldNotifications(server.db)
  expect(await listed('?limit=1')).toEqual(['many-618'])
  await server.db.deleteFrom('notifications').where('title', 'like', 'Number %').execute()
})
