import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Notification } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import {
  allNotifications,
  listOlderNotifications,
  markNotificationsRead,
  markSomeRead,
  mutedKinds,
  muteKind,
} from './notification-list.ts'
import { createNotification } from './notifications.ts'

async function listNotifications(db: Database, adminId: string): Promise<Notification[]> {
  const listed: Notification[] = []
  for await (const rows of allNotifications(db, adminId, 200)) listed.push(...rows)
  return listed
}

const registered = { kind: 'user-registered', subject: { kind: 'user', _id: 'u1' } } as const

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '3' })
})
afterAll(() => server.close())

it('can be marked read after the clock was set back by an hour', async () => {
  const admin = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const { _id } = await createNotification(server.db, { ...registered, title: 'New user', body: 'Pat has registered.' })
  const createdAt = new Date(Date.now() + 3_600_000)
  await server.db.updateTable('notifications').set({ createdAt }).where('_id', '=', _id).execute()
  const isRead = async () => (await listNotifications(server.db, admin._id)).find((one) => one._id === _id)?.read
  expect(await isRead()).toBe(false)
  await markNotificationsRead(server.db, admin._id)
  expect(await isRead()).toBe(true)
})

it('is in the whole list when it grows while that is read', async () => {
  const admin = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const made: string[] = []
  for (let at = 0; at < 260; at += 1)
    made.push((await createNotification(server.db, { ...registered, title: 'New user', body: `${at}` }))._id)
  const found: string[] = []
  for await (const rows of allNotifications(server.db, admin._id)) {
    const isFirst = found.length === 0
    found.push(...rows.map(({ _id }) => _id))
    const grown = sql`update notifications set seq = default where _id = ${made[0]}`
    if (isFirst) await grown.execute(server.db)
  }
  expect(found).toEqual(expect.arrayContaining(made))
})

it('is newest, unread and then read when it arises while the clock is an hour behind', async () => {
  const admin = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const list = () => listNotifications(server.db, admin._id)
  const before = await createNotification(server.db, { ...registered, title: 'New user', body: 'Pat has registered.' })
  await markNotificationsRead(server.db, admin._id)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    const late = await createNotification(server.db, {
      ...registered,
      title: 'New driver',
      body: 'Lee has registered.',
    })
    expect((await list()).slice(0, 2).map(({ _id, read }) => [_id, read])).toEqual([
      [late._id, false],
      [before._id, true],
    ])
    await markNotificationsRead(server.db, admin._id)
    expect((await list()).map(({ read }) => read)).not.toContain(false)
  } finally {
    vi.useRealTimers()
  }
})

it('is read one by one, and stays so when all others are read', async () => {
  const admins = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').execute()
  const [own, other] = admins.map(({ _id }) => _id)
  if (!own || !other) throw new Error('The demo has two administrators.')
  const made: Notification[] = []
  for (const name of ['Ann', 'Ben', 'Cid'])
    made.push(
      await createNotification(server.db, { ...registered, title: 'New user', body: `${name} has registered.` }),
    )
  const isRead = async (as = own) => {
    const listed = await listNotifications(server.db, as)
    return made.map(({ _id }) => listed.find((one) => one._id === _id)?.read)
  }
  await markSomeRead(server.db, own, [made[1]?._id ?? '', 'nobody'])
  expect([await isRead(), await isRead(other)]).toEqual([
    [false, true, false],
    [false, false, false],
  ])
  await markNotificationsRead(server.db, own)
  expect(await isRead()).toEqual([true, true, true])
  expect(await server.db.selectFrom('notification_reads').selectAll().execute()).toEqual([])
})

it('keeps no mark of one that the list no longer shows', async () => {
  const { _id: adminId } = await server.db
    .selectFrom('people')
    .select('_id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const early = await createNotification(server.db, { ...registered, title: 'New user', body: 'Pat has registered.' })
  await markSomeRead(server.db, adminId, [early._id])
  const rows = Array.from({ length: 200 }, (_, at) => ({
    _id: `late${at}`,
    title: 'x',
    body: '',
    createdAt: new Date(),
  }))
  await server.db.insertInto('notifications').values(rows).execute()
  await markSomeRead(server.db, adminId, ['late7'])
  expect(await server.db.selectFrom('notification_reads').selectAll().execute()).toHaveLength(1)
})

it('names its kind and its subject, and neither where they are not known', async () => {
  const admin = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const made = await createNotification(server.db, { ...registered, title: 'New user', body: 'Kim has registered.' })
  const older = { _id: 'before-023', title: 'Old', body: '', createdAt: new Date() }
  const newer = { ...older, _id: 'of-a-newer-version', kind: 'ride-late', resource: 'ride', targetId: 'r1' }
  await server.db.insertInto('notifications').values(older).execute()
  await server.db.insertInto('notifications').values(newer).execute()
  const listed = new Map((await listNotifications(server.db, admin._id)).map((one) => [one._id, one]))
  expect(listed.get(made._id)).toMatchObject(registered)
  expect(Object.keys(listed.get('before-023') ?? {}).sort()).toEqual(['_id', 'body', 'createdAt', 'read', 'title'])
  expect(listed.get('of-a-newer-version')).toMatchObject({ kind: 'ride-late' })
  expect(listed.get('of-a-newer-version')?.subject).toBeUndefined()
})

it('leaves out what an administrator has muted, for them alone, until they end it', async () => {
  const [maya = '', theo = ''] = (
    await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').orderBy('email').execute()
  ).map(({ _id }) => _id)
  const one = await createNotification(server.db, { ...registered, title: 'New user', body: 'Pat has registered.' })
  const other = await createNotification(server.db, {
    ...registered,
    kind: 'booking-made',
    title: 'New booking',
    body: 'Pat has booked a ride.',
  })
  const shows = async (adminId: string, { _id }: Notification) =>
    (await listNotifications(server.db, adminId)).some((listed) => listed._id === _id)
  await muteKind(server.db, maya, { kind: 'user-registered', is_muted: true })
  await muteKind(server.db, maya, { kind: 'user-registered', is_muted: true })
  expect(await mutedKinds(server.db, maya)).toEqual(['user-registered'])
  expect([await shows(maya, one), await shows(maya, other), await shows(theo, one)]).toEqual([false, true, true])
  const older = (await listOlderNotifications(server.db, maya, other._id)).map(({ kind }) => kind)
  expect(older.length).toBeGreaterThan(0)
  expect(older).not.toContain('user-registered')
  await markSomeRead(server.db, maya, [one._id])
  await muteKind(server.db, maya, { kind: 'user-registered', is_muted: false })
  expect((await listNotifications(server.db, maya)).find(({ _id }) => _id === one._id)?.read).toBe(false)
})

it('answers the 50 before one of them, newest first, and none before one that is not there', async () => {
  const admin = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const made: string[] = []
  for (let at = 0; at < 60; at += 1)
    made.unshift((await createNotification(server.db, { ...registered, title: 'New user', body: `Pat ${at}` }))._id)
  const older = await listOlderNotifications(server.db, admin._id, String(made[0]))
  expect(older.map(({ _id }) => _id)).toEqual(made.slice(1, 51))
  expect(older.filter(({ read }) => !read)).toEqual([])
  expect(await listOlderNotifications(server.db, admin._id, 'nobody')).toEqual([])
})
