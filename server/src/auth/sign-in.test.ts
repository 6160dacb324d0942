import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetOldAddresses } from '../repositories/accounts/known-addresses.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '0' })
})
afterAll(() => server.close())

const post = async (path: string, payload: object, remoteAddress: string) =>
  server.app.inject({ method: 'POST', url: `/api/v1/user/auth/${path}`, payload, remoteAddress })
const login = (email: string, password: string, address: string) => post('admin-login', { email, password }, address)
const guess = async (email: string, addresses: number) => {
  const statuses: number[] = []
  for (let at = 0; at < addresses; at += 1)
    statuses.push((await login(email, `guess ${at}`, `10.1.${at >> 8}.${at & 255}`)).statusCode)
  return statuses
}

describe('guessing the password of one account from many addresses', () => {
  const email = 'theo@interline.test'
  const office = '10.9.0.1'

  it('ends after a hundred tries', async () => {
    expect((await login(email, 'interline-demo', office)).statusCode).toBe(200)
    const statuses = await guess(email, 300)
    expect(statuses).toEqual([...Array<number>(100).fill(401), ...Array<number>(200).fill(429)])
    const refused = await login(email, 'interline-demo', '10.8.0.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })

  it('does not keep its owner out of where they signed in before, nor others out', async () => {
    for (let at = 0; at < 12; at += 1) expect((await login(email, 'interline-demo', office)).statusCode).toBe(200)
    expect((await login('admin@interline.test', 'interline-demo', '10.8.0.1')).statusCode).toBe(200)
  })

  it('leaves the way by mail open, from which one gets in', async () => {
    const [home, elsewhere] = ['10.8.0.2', '10.8.0.3']
    expect((await post('forgot-password', { email }, home)).statusCode).toBe(200)
    const tokens = () => server.logLines.flatMap((line) => line.match(/reset-password\?token=([\w-]+)/)?.[1] ?? [])
    await expect.poll(tokens).toHaveLength(1)
    const password = 'a new password'
    expect((await post('reset-password', { token: tokens()[0], password }, home)).statusCode).toBe(200)
    expect((await login(email, password, home)).statusCode).toBe(200)
    expect((await login(email, password, elsewhere)).statusCode).toBe(429)
  })

  it('is answered alike for an account that does not exist', async () => {
    const statuses = await guess('nobody@interline.test', 102)
    expect(statuses.slice(98)).toEqual([401, 401, 429, 429])
  })
})

it('takes the addresses of one IPv6 network for one caller', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 11; at += 1)
    statuses.push((await login('admin@interline.test', 'wrong', `2001:db8:1:2::${at}`)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  expect((await login('admin@interline.test', 'interline-demo', '2001:db8:1:3::1')).statusCode).toBe(200)
})

it('forgets an address from which nobody has signed in for 90 days', async () => {
  const known = async () => (await server.db.selectFrom('known_addresses').selectAll().execute()).length
  const before = await known()
  await forgetOldAddresses(server.db)
  expect(await known()).toBe(before)
  await server.db
    .updateTable('known_addresses')
    .set({ at: new Date(Date.now() - 91 * 86_400_000) })
    .execute()
  await forgetOldAddresses(server.db)
  expect(await known()).toBe(0)
})
