import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createNotification, listNotifications, markNotificationsRead } from './notifications.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '3' })
})
afterAll(() => server.close())

it('can be marked read after the clock was set back by an hour', async () => {
  const admin = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const { _id } = await createNotification(server.db, 'New user', 'Pat has registered.')
  const createdAt = new Date(Date.now() + 3_600_000)
  await server.db.updateTable('notifications').set({ createdAt }).where('_id', '=', _id).execute()
  const isRead = async () => (await listNotifications(server.db, admin._id)).find((one) => one._id === _id)?.read
  expect(await isRead()).toBe(false)
  await markNotificationsRead(server.db, admin._id)
  expect(await isRead()).toBe(true)
})

it('is newest, unread and then read when it arises while the clock is an hour behind', async () => {
  const admin = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const list = () => listNotifications(server.db, admin._id)
  const before = await createNotification(server.db, 'New user', 'Pat has registered.')
  await markNotificationsRead(server.db, admin._id)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    const late = await createNotification(server.db, 'New driver', 'Lee has registered.')
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
