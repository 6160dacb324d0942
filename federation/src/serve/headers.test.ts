import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pin, publish } from '../release/index.ts'
import { builtRemote, builtShell } from '../testing/built-part.ts'
import { newStore } from '../testing/stored-parts.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { always, headersOfAll } from './http/headers.ts'
import { listen, serveRemote, serveShell } from './index.ts'

const origins: Record<string, Server> = {}

beforeAll(async () => {
  const store = newStore()
  store.putOrigins({ shell: 'http://localhost:3000', drivers: 'http://localhost:3001' })
  const parts = [builtShell(), builtRemote('drivers')].map((folder) => publish(store, folder).descriptor)
  pin(store, parts, { reason: '', by: 'mara' })
  const quiet = () => undefined
  origins.shell = await listen(serveShell(store, pageSettings(), quiet), 0, 'shell')
  origins.remote = await listen(serveRemote(store, 'drivers', quiet), 0, 'drivers')
  const failing = newStore()
  origins['empty shell'] = await listen(serveShell(failing, pageSettings(), quiet), 0, 'shell')
  rmSync(join(failing.folder), { recursive: true, force: true })
})
afterAll(() => {
  for (const server of Object.values(origins)) server.close()
})

async function headOf(part: string, text: string): Promise<string> {
  const socket = connect((origins[part]?.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  let head = ''
  for await (const piece of socket) {
    head += String(piece)
    if (head.includes('\r\n\r\n')) break
  }
  socket.destroy()
  return head.split('\r\n\r\n')[0] ?? ''
}

const asked = (line: string, ...headers: string[]) =>
  `${line} HTTP/1.1\r\n${['host: a', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`
const report = (type: string, text: string) =>
  asked('POST /policy-reports', `content-type: ${type}`, `content-length: ${text.length}`) + text

const ofAll: [kind: string, status: number, text: string][] = [
  ['its health', 200, asked('GET /healthz')],
  ['a file that is not there', 404, asked('GET /1.0.0-000000000000/gone.js')],
  ['another method', 405, asked('PUT /1.0.0-000000000000/shell.1.js')],
  ['a request without a host', 400, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['an expectation that nobody knows', 200, asked('GET /healthz', 'expect: wonders')],
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['headers that are too long', 431, asked('GET /', `x: ${'x'.repeat(40_000)}`)],
]
const answers = [
  ...['shell', 'remote'].flatMap((part) => ofAll.map((row) => [part, ...row] as const)),
  ...([
    ['shell', 'a page', 200, asked('GET /drivers', 'accept: text/html')],
    ['shell', 'a file', 200, asked('GET /1.0.0-000000000000/shell.1.js')],
    ['shell', 'a file with a range', 200, asked('GET /1.0.0-000000000000/shell.1.js', 'range: bytes=9999-')],
    ['shell', 'which release is live', 200, asked('GET /live-release')],
    ['shell', 'its metrics', 200, asked('GET /metrics')],
    ['shell', 'its history without a token', 401, asked('GET /release-history')],
    ['shell', 'a dev override where none is started', 404, asked('POST /dev-override', 'content-length: 0')],
    ['shell', 'a report of a policy', 400, report('application/csp-report', '{}')],
    ['shell', 'a report of a failure', 400, asked('POST /reports', 'content-length: 2') + '{}'],
    ['shell', 'what is no path', 400, asked('GET //')],
    ['remote', 'a path that cannot be decoded', 400, asked('GET /%.js')],
    ['remote', 'a folder', 404, asked('GET /1.0.0-000000000000/')],
    ['remote', 'a file', 200, asked('GET /1.0.0-000000000000/remote.1.js')],
    ['remote', 'a file with a range', 200, asked('GET /1.0.0-000000000000/remote.1.js', 'range: bytes=9999-')],
    [
      'remote',
      'a file that is as it was',
      412,
      asked('GET /1.0.0-000000000000/remote.1.js', 'if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT'),
    ],
    ['empty shell', 'a page', 503, asked('GET /', 'accept: text/html')],
  ] as const),
]

it.each(answers)('the %s’s origin answers %s with %i and every header', async (part, kind, status, text) => {
  const head = await headOf(part, text)
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const found = (name: string) => new RegExp(`\\r\\n${name}: (.*?)(\\r\\n|$)`, 'i').exec(head)?.[1]
  // A request that Node's parser refuses gets no file that another origin reads.
  const isForAny = part === 'remote' && !/no HTTP|too long|without a host/.test(kind)
  const isPage = kind === 'a page' && status === 200
  expect(found('clear-site-data')).toBe(status === 431 ? '"cookies"' : undefined)
  // All that a worker fetches and keeps outlives the page, and no policy of the page is asked again.
  if (isPage) expect(found('content-security-policy')).toContain("; worker-src 'none';")
  for (const [name, value] of Object.entries(always))
    if (name === 'cross-origin-resource-policy') expect(found(name)).toBe(isForAny ? 'cross-origin' : value)
    else if (isPage && /-policy$/.test(name)) expect(found(name)).toContain(value.split(';')[0])
    else expect(found(name)).toBe(value)
})

it('is told to come by https alone in production', () => {
  expect(headersOfAll('production')).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
  expect(headersOfAll('test')).not.toHaveProperty('strict-transport-security')
})
