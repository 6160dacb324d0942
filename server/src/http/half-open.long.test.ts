import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGate } from '../testing/gate.ts'
import { connectSocket, registerPerson } from '../testing/socket-client.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '2000' })), 60_000)
afterAll(() => server.close())

const connections = () =>
  new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)))

it('gives up lines whose other side has vanished within three minutes', { timeout: 240_000 }, async () => {
  const gate = await openGate(server.port)
  const token = await server.signIn()
  const send = (text: string) => {
    const line = connect(gate.port, '127.0.0.1')
    line.on('error', () => undefined)
    line.write(text)
    return line
  }
  const head = `HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n`
  await connectSocket({ port: gate.port }, await registerPerson(server, 'user'))
  // Nothing yet, half of the headers, half of a body, an idle line, and large answers that nobody reads.
  send('')
  send('GET /api/v1/admin/drivers HTTP/1.1\r\nhost:')
  send(`POST /api/v1/user/auth/admin-login ${head}content-type: application/json\r\ncontent-length: 50\r\n\r\n{"em`)
  send(`GET /healthz ${head}\r\n`)
  send(`GET /api/v1/admin/drivers ${head}\r\n`.repeat(40)).pause()
  await expect.poll(connections, { timeout: 10_000 }).toBe(6)
  gate.lose()
  await expect.poll(connections, { timeout: 170_000, interval: 1000 }).toBe(0)
  expect((await server.call('GET', '/admin/drivers?page=1', { token })).status).toBe(200)
  expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  await gate.cut()
})
