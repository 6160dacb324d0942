import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { driver, listAnswer } from '@interline/shared/contract/schemas'
import { origin, startTestServer, type TestServer } from '../testing/test-server.ts'
import { securityHeaders } from './security.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** All that is said on a connection, byte for byte, is answered with these header lines. */
async function headOf(text: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(text)
  let head = ''
  for await (const piece of socket) {
    head += String(piece)
    if (head.includes('\r\n\r\n')) break
  }
  socket.destroy()
  return head.split('\r\n\r\n')[0]?.toLowerCase() ?? ''
}

const asked = (line: string, ...headers: string[]) =>
  `${line} HTTP/1.1\r\n${['host: api', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`

const login = 'POST /api/v1/user/auth/admin-login'
const kinds: [kind: string, status: number, text: string][] = [
  ['an answer', 200, asked('GET /healthz')],
  ['the documentation', 200, asked('GET /docs/')],
  ['its document', 200, asked('GET /docs/json')],
  [
    'a preflight',
    204,
    asked('OPTIONS /api/v1/admin/drivers', `origin: ${origin}`, 'access-control-request-method: GET'),
  ],
  ['a call without a token', 401, asked('GET /api/v1/admin/drivers')],
  ['a call that is none', 404, asked('GET /nothing')],
  ['a document that is none', 400, asked('GET /uploads/none.png')],
  ['another method', 404, asked('DELETE /api/v1/admin/drivers')],
  ['a path that cannot be decoded', 400, asked('GET /%')],
  ['a body that is no JSON', 400, asked(login, 'content-type: application/json', 'content-length: 1') + '{'],
  ['a body of another type', 415, asked(login, 'content-type: text/plain', 'content-length: 1') + 'x'],
  ['a body that is too large', 413, asked(login, 'content-type: application/json', 'content-length: 99999999')],
  ['a call without a host', 400, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['an expectation that nobody knows', 200, asked('GET /healthz', 'expect: wonders')],
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['headers that are too long', 431, asked('GET /', `x: ${'x'.repeat(40_000)}`)],
  ['a handshake of a socket', 200, asked('GET /socket.io/?EIO=4&transport=polling')],
  ['a handshake that is none', 400, asked('GET /socket.io/?EIO=4&transport=pigeon')],
]

it.each(kinds)('%s is answered %i with every header', async (_, status, text) => {
  const head = await headOf(text)
  expect(head).toMatch(new RegExp(`^http/1\\.1 ${status} `))
  for (const [name, value] of Object.entries(securityHeaders(false)))
    if (name === 'content-security-policy')
      expect(head).toMatch(/\ncontent-security-policy: default-src '(none|self)';.*frame-ancestors '(none|self)'/)
    else expect(head).toContain(`\n${name}: ${value.toLowerCase()}`)
})

it('a document has every header but two: Firefox shows no PDF with Integrity-Policy, and a frame of ours shows it', async () => {
  const { body } = await server.call('GET', '/admin/drivers', { token: await server.signIn() })
  const { pathname, search } = new URL(
    listAnswer(driver)
      .parse(body)
      .data.find(({ car_document }) => car_document?.includes('.pdf?'))?.car_document ?? '',
  )
  const { status, headers } = await fetch(`http://127.0.0.1:${server.port}${pathname}${search}`)
  expect(status).toBe(200)
  const without = ['integrity-policy', 'x-frame-options']
  expect(without.map((name) => headers.get(name))).toEqual([null, null])
  const { 'content-security-policy': _csp, 'cache-control': _caching, ...same } = securityHeaders(false)
  for (const [name, value] of Object.entries(same))
    if (!without.includes(name)) expect(headers.get(name), name).toBe(value)
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; sandbox allow-downloads; frame-ancestors /,
  )
})

it('has each header that docs/security.md promises', () => {
  expect(Object.keys(securityHeaders(true)).toSorted()).toEqual([
    'cache-control',
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'integrity-policy',
    'permissions-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
    'x-frame-options',
  ])
})

it('is told to come by https alone in production', () => {
  expect(securityHeaders(true)['strict-transport-security']).toBe('max-age=31536000')
  expect(securityHeaders(false)['strict-transport-security']).toBeUndefined()
})

it('a page of a list is compressed, and sent again only when it changed', async () => {
  const authorization = `Bearer ${await server.signIn()}`
  const get = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}/api/v1/admin/drivers?page=1&page_size=20`, {
      headers: { authorization, ...headers },
    })
  const [page, plain] = [await get({ 'accept-encoding': 'gzip' }), await get({ 'accept-encoding': 'identity' })]
  expect([page, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
  expect(page.headers.get('vary')).toContain('accept-encoding')
  const text = await plain.text()
  expect(await page.text()).toBe(text)
  expect(Number(page.headers.get('content-length'))).toBeLessThan(text.length / 3)

  const etag = page.headers.get('etag') ?? ''
  const same = await get({ 'if-none-match': etag })
  expect([same.status, await same.text(), same.headers.get('cache-control')]).toEqual([304, '', 'no-store'])
  const [driver] = (JSON.parse(text) as { data: { _id: string; is_driver_profile_approved: boolean }[] }).data
  await server.call('POST', '/admin/verify-driver', {
    token: authorization.slice('Bearer '.length),
    body: { driver_id: driver?._id, is_driver_profile_approved: !driver?.is_driver_profile_approved },
  })
  const changed = await get({ 'if-none-match': etag })
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
})

it('a body that comes compressed is refused', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/user/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ email: 'admin@interline.test', password: 'x' })),
  })
  expect(response.status).toBe(415)
})
