import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problem } from '@interline/shared/contract/schemas'
import { registerPerson } from '../testing/socket-client.ts'
import { field, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '4' })
})
afterAll(() => server.close())

const ride = {
  source: { address: '1 Here St' },
  destination: { address: '2 There St' },
  ride_time: '09:30 AM',
  amount: 19.99,
  passenger_capacity: 8,
}
const post = (token: string, path: string, body?: object) =>
  server.call('POST', path, { token, ...(body ? { body } : {}) })
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(server.db)).rows[0]
    ?.count ?? 0

it('lets a driver publish sixty rides a minute, and then says when to go on', async () => {
  const [driver, other] = [await registerPerson(server, 'driver'), await registerPerson(server, 'driver')]
  const before = await count('driver_rides')
  const answers = await Promise.all(Array.from({ length: 80 }, () => post(driver.token, '/driver/rides', ride)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(problem.parse(refused[0]?.body).title).toBe('Too many attempts')
  expect((await count('driver_rides')) - before).toBe(60)
  expect((await post(other.token, '/driver/rides', ride)).status).toBe(200)
  expect((await server.call('GET', '/user/profile', { token: driver.token })).status).toBe(200)
  expect((await post(driver.token, '/user/auth/logout')).status).toBe(200)
})

it('bounds booking and cancelling, with the notifications of each', async () => {
  const [driver, rider] = [await registerPerson(server, 'driver'), await registerPerson(server, 'user')]
  const ride_id = field<string>((await post(driver.token, '/driver/rides', ride)).body, 'data._id')
  const before = await count('notifications')
  for (let at = 0; at < 40; at += 1) {
    const booked = await post(rider.token, '/user/bookings', { ride_id })
    if (booked.status === 429) break
    const _id = field<string>(booked.body, 'data._id')
    expect((await post(rider.token, '/user/bookings/status', { _id, status: 'Canceled' })).status).toBe(200)
  }
  expect((await count('notifications')) - before).toBe(60)
})

it('does not slow an administrator down', async () => {
  const token = await server.signIn()
  const _id = field<string>((await server.call('GET', '/admin/user/rides?page=1', { token })).body, 'data.0._id')
  for (let at = 0; at < 130; at += 1)
    expect((await post(token, '/admin/ride/status', { _id, status: at % 2 ? 'Pending' : 'Accepted' })).status).toBe(200)
})
