import { afterAll, beforeAll, expect, it } from 'vitest'
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
