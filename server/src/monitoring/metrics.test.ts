import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '../testing/services.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const token = 'a-token-of-the-operator'

async function read(server: TestServer, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  return server.app.inject({ url: '/metrics', headers, remoteAddress })
}
const value = (text: string, series: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${series} `))
    .map((line) => Number(line.slice(series.length)))[0]

describeOnDatabase('the metrics on %s', (database) => {
  let server: TestServer
  beforeAll(async () => void (server = await startTestServer(database, { DEMO_ROWS: '0' })))
  afterAll(() => server.close())

  it('count calls by route and status, and by no address that somebody made up', async () => {
    await server.call('GET', '/admin/drivers')
    await server.call('GET', '/admin/drivers')
    await server.call('GET', '/nothing/at/all')
    await server.app.inject({ url: '/uploads/6579.png' })
    const { statusCode, headers, payload } = await read(server)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const requests = (route: string, status: number) =>
      value(payload, `interline_api_requests_total{method="GET",route="${route}",status="${status}"}`)
    expect(requests('/api/v1/admin/drivers', 401)).toBe(2)
    expect(requests('none', 404)).toBe(1)
    expect(requests('/uploads/:name', 400)).toBe(1)
    expect(payload).not.toContain('/nothing/at/all')
    const duration = 'interline_api_request_duration_seconds'
    expect(value(payload, `${duration}_count{method="GET",route="/api/v1/admin/drivers"}`)).toBe(2)
    expect(value(payload, `${duration}_bucket{le="60",method="GET",route="/api/v1/admin/drivers"}`)).toBe(2)
  })

  it('say what the node works with: database, connections, sockets, event loop and memory', async () => {
    const { payload } = await read(server)
    expect(value(payload, 'interline_server_up{server="database"}')).toBe(1)
    expect(value(payload, 'interline_server_up{server="files"}')).toBe(1)
    expect(value(payload, 'interline_sockets')).toBe(0)
    expect(value(payload, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(value(payload, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    const busy = value(payload, 'interline_database_connections{pool="calls",state="busy"}')
    expect(busy).toBe(database === 'PGlite' ? undefined : 0)
    expect(value(payload, 'interline_database_waiting{pool="long"}')).toBe(database === 'PGlite' ? undefined : 0)
  })

  it('are for this machine, and not over the network or through a proxy', async () => {
    const { statusCode, payload } = await read(server, {}, '203.0.113.7')
    expect([statusCode, payload]).toEqual([403, expect.stringContaining('for who has METRICS_TOKEN')])
    expect((await read(server, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403)
  })
})

it('are for who has the token, where one is set', async () => {
  const server = await startTestServer('PGlite', { DEMO_ROWS: '0', METRICS_TOKEN: token })
  const from = async (headers: Record<string, string>) => (await read(server, headers, '203.0.113.7')).statusCode
  expect(await from({ authorization: `Bearer ${token}` })).toBe(200)
  expect(await from({ authorization: `Bearer ${token}x` })).toBe(403)
  expect((await read(server)).statusCode).toBe(403)
  await server.close()
})

it('say that the database is away, and go on counting', async () => {
  const server = await startTestServer('PGlite', { DEMO_ROWS: '0' })
  const login = { email: 'admin@interline.test', password: 'interline-demo' }
  await server.db.destroy()
  await server.call('POST', '/user/auth/admin-login', { body: login })
  const { payload } = await read(server)
  expect(value(payload, 'interline_server_up{server="database"}')).toBe(0)
  expect(payload).toMatch(
    /interline_api_requests_total\{method="POST",route="\/api\/v1\/user\/auth\/admin-login",status="5\d\d"\} 1/,
  )
  await server.close().catch(() => undefined)
})
