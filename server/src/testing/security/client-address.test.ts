import { afterAll, beforeAll, describe, it } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { openTally } from './tally.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '0', TRUST_PROXY: 'loopback, 10.0.0.0/8' })
})
afterAll(() => server.close())

/** A wrong password, as the proxy at `remoteAddress` passes it on. */
const guess = (forwardedFor: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/user/auth/admin-login',
    payload: { email: 'nobody@interline.test', password: 'not the password' },
    headers: { 'x-forwarded-for': forwardedFor },
    remoteAddress,
  })

const forms: [forwardedFor: string, address: string, from?: string][] = [
  ['203.0.113.1:40001', '203.0.113.1'],
  ['[::1]:40001, [2001:DB8::2]:40002', '2001:db8::2'],
  ['[2001:db8::3]', '2001:db8::3'],
  ['2001:0db8:0:0:0:0:0:4', '2001:db8::4'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['[::FFFF:cb00:7106]:1', '203.0.113.6'],
  ['fe80::7%eth0', 'fe80::7'],
  ['198.51.100.1, 203.0.113.8, 10.0.0.2:8080', '203.0.113.8'],
  ['203.0.113.9, unknown', '127.0.0.1'],
  ['203.0.113.10, _hidden, 10.0.0.3', '10.0.0.3'],
  ['x'.repeat(10_000), '127.0.0.4', '127.0.0.4'],
  ['', '127.0.0.5', '::ffff:127.0.0.5'],
  ['203.0.113.13', '192.0.2.1', '192.0.2.1'],
]

describe('the address of a client behind proxies', () => {
  it('stands in the audit as one text, whatever form it is forwarded in', async ({ task }) => {
    const tally = openTally(task)
    for (const [forwardedFor, address, from] of forms) {
      await guess(forwardedFor, from)
      const entry = await server.db
        .selectFrom('audit')
        .select('address')
        .orderBy('at', 'desc')
        .orderBy('_id', 'desc')
        .executeTakeFirst()
      tally.count(
        entry?.address === address,
        () => `${forwardedFor.slice(0, 60)} from ${from} was ${entry?.address?.slice(0, 60)}`,
      )
    }
    tally.close()
  })

  it('is one address for the limits, from whatever port it comes', async ({ task }) => {
    const tally = openTally(task)
    for (const host of ['198.51.100.7', '[2001:db8:7::1]']) {
      const statuses: number[] = []
      for (let port = 40_001; port <= 40_011; port += 1) statuses.push((await guess(`${host}:${port}`)).statusCode)
      tally.count(statuses.at(-1) === 429, () => `the eleventh guess from ${host} was answered ${statuses.at(-1)}`)
    }
    tally.close()
  })
})
