import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { always } from '../federation/src/serve/http/headers.ts'
import { startNginx, type Nginx } from './testing/start-nginx.ts'
import { describeUnless, without } from '../server/src/testing/services.ts'

/** A port on which nobody listens. */
const closedPort = 9
const ofNodes = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'self'" }

describeUnless(without('nginx'))('what nginx answers by itself', () => {
  let nginx: Nginx
  // An origin that answers, and one that ends each line that it took a request on.
  const shell = createServer((_asked, answer) => void answer.writeHead(404, ofNodes).end('of the origin'))
  const node = createServer((asked) => void asked.socket.destroy())
  beforeAll(async () => {
    for (const server of [shell, node]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const portOf = (server: typeof shell) => (server.address() as AddressInfo).port
    const free = createServer()
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
    const listen = portOf(free)
    await new Promise((resolve) => free.close(resolve))
    nginx = await startNginx({ listen, apiNodes: [portOf(node)], origins: { shell: portOf(shell), users: closedPort } })
  })
  afterAll(async () => {
    await nginx?.stop()
    for (const server of [shell, node]) server.close()
  })

  /** Sends this as it is and reads the whole answer. */
  const say = (text: string) =>
    new Promise<{ status: number; headers: Record<string, string[]>; body: string }>((resolve, reject) => {
      const socket = connect(Number(new URL(nginx.url).port), '127.0.0.1', () => socket.write(text))
      let all = ''
      socket.once('error', reject)
      socket.once('close', () => reject(new Error(`The line ended after ${all}`)))
      socket.on('data', (piece) => {
        all += piece.toString('latin1')
        const [head = '', body] = all.split('\r\n\r\n')
        const [first = '', ...lines] = head.split('\r\n')
        const headers: Record<string, string[]> = {}
        for (const line of lines) {
          const [name = '', value = ''] = line.split(/: (.*)/)
          ;(headers[name.toLowerCase()] ??= []).push(value)
        }
        if (body === undefined || body.length < Number(headers['content-length'])) return
        resolve({ status: Number(first.split(' ')[1]), headers, body })
        socket.destroy()
      })
    })
  const get = (host: string, path = '/', more = '') =>
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${more}\r\n`

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['headers that are too large', get('api.test', '/', `x: ${'x'.repeat(40_000)}\r\n`), 400],
    ['a path that is too long', get('api.test', `/${'x'.repeat(40_000)}`), 414],
    ['a body that is too large', `POST / HTTP/1.1\r\nhost: users.test\r\ncontent-length: 5000\r\n\r\n`, 413],
    ['a body for the shell that is one for the API', get('office.test', '/', 'content-length: 99000\r\n'), 413],
    ['a name that nobody has', get('somebody.else'), 421],
    ['an origin that is away', get('users.test'), 502],
    ['a node that is gone', get('api.test', '/api/v1/admin/users'), 502],
    ['what is not for the world', get('api.test', '/readyz'), 404],
  ])('%s has the headers of all answers, once', async (_what, text, status) => {
    const answer = await say(text)
    expect(answer.status).toBe(status)
    const expected = { ...always, 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' }
    for (const [name, value] of Object.entries(expected))
      expect({ [name]: answer.headers[name] }).toEqual({ [name]: [value] })
    expect(answer.headers.server).toEqual(['nginx'])
  })

  it.each([
    ['api.test/api/v1/admin/users', '', 502, 'Bad Gateway'],
    ['api.test/metrics', '', 404, 'Not Found'],
    ['api.test/', `content-length: ${40 * 1024 * 1024}\r\n`, 413, 'Payload Too Large'],
    ['office.test/api/v1/admin/users', '', 502, 'Bad Gateway'],
    ['office.test/api/v1/', `content-length: ${40 * 1024 * 1024}\r\n`, 413, 'Payload Too Large'],
    ['office.test/socket.io/?EIO=4', '', 502, 'Bad Gateway'],
  ])('of the API is a problem that pages of other origins can read: %s %s', async (address, more, status, title) => {
    const { host, pathname, search } = new URL(`http://${address}`)
    const { headers, body, ...answer } = await say(get(host, pathname + search, more))
    expect(answer.status).toBe(status)
    expect(headers['content-type']).toEqual(['application/problem+json'])
    expect(headers['access-control-allow-origin']).toEqual(['*'])
    expect(JSON.parse(body)).toEqual({ success: false, type: 'about:blank', title, status })
  })

  it('is not mixed into what an origin answers', async () => {
    const { status, headers, body } = await say(get('office.test', '/nothing'))
    expect([status, headers['content-security-policy'], headers['x-frame-options']]).toEqual([
      404,
      ["default-src 'self'"],
      undefined,
    ])
    expect(body).toContain('of the origin')
  })
})
