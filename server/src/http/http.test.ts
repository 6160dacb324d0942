import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { problem } from '@interline/shared/contract/schemas'
import { answerBrokenRequest } from './problem-details.ts'
import { field, origin, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

const inject = (
  method: 'GET' | 'POST' | 'OPTIONS',
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) => server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })

/** A request line that an HTTP library would not let through. */
const rawRequest = (path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })

describe('errors', () => {
  it('are problem+json with success false and the id of the request', async () => {
    const response = await inject('GET', '/api/v1/nothing-here')
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain('application/problem+json')
    const body = problem.parse(response.json())
    expect(body.success).toBe(false)
    expect(response.headers['x-request-id']).toBe(body.request_id)
  })

  const login = '/api/v1/user/auth/admin-login'
  const json = { 'content-type': 'application/json' }
  it.each([
    ['JSON that is cut off', login, json, '{"email":', 400],
    ['JSON that is no object', login, json, '"text"', 400],
    ['null', login, json, 'null', 400],
    ['an array', login, json, '[]', 400],
    ['no payload', login, json, '', 400],
    ['a poisoned prototype', login, json, '{"__proto__":{"x":1},"email":"a@b.example","password":"x"}', 400],
    ['a NUL', login, json, '{"email":"a@b.example","password":"a\\u0000"}', 400],
    ['deep nesting', login, json, '['.repeat(20_000) + ']'.repeat(20_000), 400],
    ['another content type', login, { 'content-type': 'text/plain' }, 'email=a', 415],
    ['a form', login, { 'content-type': 'application/x-www-form-urlencoded' }, 'email=a', 415],
    ['a broken content type', login, { 'content-type': ';;;' }, 'x', 415],
    [
      'a multipart form without a boundary',
      '/api/v1/admin/edit-profile/driver',
      { 'content-type': 'multipart/form-data' },
      'x',
      400,
    ],
    ['more than a megabyte', login, json, JSON.stringify({ email: 'x'.repeat(1_100_000) }), 413],
  ])('answer %s with a 4xx', async (_what, url, headers, payload, status) => {
    const response = await inject('POST', url, { ...headers, authorization: `Bearer ${token}` }, payload)
    expect(response.statusCode).toBe(status)
    expect(problem.parse(response.json()).status).toBe(status)
  })

  it.each([
    '/api/v1/user/chats/%E0%A4%A',
    '/%',
    '/api/v1/user/chats/%00',
    '/uploads/%2e%2e%2f',
    '/api/v1/admin/drivers?q=%E0%A4%A',
    `/api/v1/user/chats/${'a'.repeat(500)}`,
  ])('answer the address %s with no 5xx', async (path) => {
    const { status, body } = await rawRequest(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(problem.parse(JSON.parse(body)).success).toBe(false)
  })

  it('never become a 5xx, whatever is thrown at a route that takes a payload', async () => {
    const nasty = [
      null,
      '',
      'x'.repeat(5000),
      'a\0',
      -1,
      1e300,
      true,
      [],
      {},
      ['a', 'b'],
      '🚗\ud800',
      { $ne: 1 },
      "'; drop table people; --",
    ]
    const paths = [
      '/user/auth/admin-login',
      '/admin/verify-driver',
      '/admin/re-verify-driver',
      '/admin/connect-driver',
      '/admin/ride/status',
      '/user/chats/mark-seen',
      '/user/auth/forgot-password',
      '/user/auth/reset-password',
      '/user/auth/register',
      '/user/auth/login',
      '/admin/account/name',
    ]
    for (const path of paths) {
      for (const value of nasty) {
        const body = Object.fromEntries(
          [
            '_id',
            'driver_id',
            'driver_connect_id',
            'status',
            'is_driver_profile_approved',
            'email',
            'password',
            'token',
            'sender_id',
            'receiver_id',
            'revision',
            'role',
            'full_name',
          ].map((name) => [name, value]),
        )
        const { status } = await server.call('POST', path, { token, body })
        expect(status, `${path} ${JSON.stringify(value)}`).toBeLessThan(500)
      }
    }
    expect(
      (
        await server.call('POST', '/admin/verify-driver', {
          token,
          body: { driver_id: 'a', is_driver_profile_approved: true, revision: 2 ** 52 },
        })
      ).status,
    ).toBe(404)
  })
})

describe('a browser', () => {
  it('may call from the shell and from nowhere else', async () => {
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,public-request',
    }
    const ours = await inject('OPTIONS', '/api/v1/admin/drivers', { origin, ...preflight })
    expect(ours.headers['access-control-allow-origin']).toBe(origin)
    expect(ours.headers['access-control-allow-headers']).toContain('public-request')
    const theirs = await inject('OPTIONS', '/api/v1/admin/drivers', { origin: 'http://evil.test', ...preflight })
    expect(theirs.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('reads the request id and the waiting time of a refusal, from the shell too', async () => {
    const refused = await inject('GET', '/api/v1/admin/drivers', { origin })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['access-control-allow-origin']).toBe(origin)
    expect(refused.headers['access-control-expose-headers']).toBe(
      'x-request-id, etag, retry-after, accept-idempotency-key, accept-client-id, accept-bulk-id, idempotency-replayed',
    )
  })

  it('gets headers that forbid it to guess, frame or run anything', async () => {
    const { headers } = await inject('GET', '/healthz')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('finds the documentation, made of the routes, under a policy without unsafe scripts', async () => {
    const page = await inject('GET', '/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(String(page.headers['content-security-policy'])).not.toMatch(/script-src[^;]*unsafe/)
    const paths = field<Record<string, unknown>>((await inject('GET', '/docs/json')).json(), 'paths')
    for (const path of [
      '/user/auth/admin-login',
      '/admin/drivers',
      '/admin/verify-driver',
      '/admin/re-verify-driver',
      '/admin/connect-driver',
      '/admin/edit-profile/driver',
      '/admin/users',
      '/admin/driver/rides',
      '/admin/user/rides',
      '/admin/ride/status',
      '/admin/dashboard/analysis',
      '/user/chats/{id}',
      '/user/chat-list',
      '/user/chats/mark-seen',
      '/admin/notification/list',
    ]) {
      expect(Object.keys(paths), '§7').toContain(`/api/v1${path}`)
    }
    for (const [path, operations] of Object.entries(paths))
      for (const operation of Object.values(operations as object))
        expect(field(operation, 'responses.default.content.application/problem+json.schema.type'), path).toBe('object')
  })
})

describe('the log', () => {
  it('holds no token, password, e-mail address or query', async () => {
    await server.call('POST', '/user/auth/admin-login', {
      body: { email: 'admin@interline.test', password: 'my-secret-try' },
    })
    await server.call('GET', '/admin/drivers?q=Lindqvist', { token })
    const log = server.logLines.join('')
    expect(log).toContain('/api/v1/admin/drivers')
    for (const secret of ['my-secret-try', token, 'admin@interline.test', 'Lindqvist'])
      expect(log.includes(secret), secret).toBe(false)
  })
})

describe('health', () => {
  it('is 200 when the server is ready, with each dependency under /readyz', async () => {
    expect((await inject('GET', '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await inject('GET', '/readyz')).json()).toEqual({ ready: true, checks: { database: 'ok', files: 'ok' } })
  })
})

describe('what is no request', () => {
  const exchange = async (text: string) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(text)
    const pieces: Buffer[] = []
    for await (const piece of socket) pieces.push(piece as Buffer)
    const [head = '', body = ''] = Buffer.concat(pieces).toString().split('\r\n\r\n')
    return { head, body }
  }

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a header that is none', 'GET /healthz HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('is refused with the headers and the form of all errors: %s', async (_, text, status) => {
    const { head, body } = await exchange(text)
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const header of [
      'content-type: application/problem+json',
      'x-content-type-options: nosniff',
      'x-request-id: ',
    ])
      expect(head).toContain(header)
    expect(problem.parse(JSON.parse(body))).toMatchObject({ status })
  })

  it('is not said on a connection on which nothing was asked: a browser may have opened it ahead', () => {
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const socketOf = (bytesRead: number) => ({ bytesRead, writable: true, destroy: vi.fn(), end: vi.fn() })
    const [unused, begun] = [socketOf(0), socketOf(40)]
    for (const socket of [unused, begun]) answerBrokenRequest(late, socket as unknown as Socket)
    expect([unused.destroy.mock.calls.length, unused.end.mock.calls.length]).toEqual([1, 0])
    expect(begun.end).toHaveBeenCalledWith(expect.stringMatching(/^HTTP\/1\.1 408 /))
  })
})
