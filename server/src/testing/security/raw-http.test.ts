import fc from 'fast-check'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problem } from '@interline/shared/contract/schemas'
import { startTestServer, type TestServer } from '../test-server.ts'
import { checkGenerated } from './check-generated.ts'
import { missingHeaders } from './document.ts'
import { isWhole } from './seed.ts'
import { openTally } from './tally.ts'

/** Connections of which each waits for what may never come. */
const atOnce = 20

let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '5' })))
afterAll(() => server.close())

/** Sends bytes; all that comes back until the server closes the connection, or is silent for a while. */
async function exchange(bytes: Buffer, silentMs = 2000): Promise<string> {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  socket.setTimeout(silentMs, () => socket.destroy())
  socket.on('error', () => undefined)
  socket.write(bytes)
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => void pieces.push(piece))
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(pieces).toString()
}

/** The fault in the answers on a connection; no answer at all is right for what is not whole yet. */
function whatIsWrong(text: string): string | undefined {
  for (const one of text.split(/(?=HTTP\/1\.1 \d{3} )/)) {
    if (one === '') continue
    const [head = '', body = ''] = one.split('\r\n\r\n')
    const [, digits = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
    const status = Number(digits)
    if (digits === '') return `no HTTP: ${one.slice(0, 80)}`
    if (status === 100 || status === 101) continue
    const lines = head.split('\r\n').slice(1)
    const pairs = lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
    const headers = Object.fromEntries(pairs) as Record<string, string>
    const isSocketIo = headers['x-request-id'] === undefined && status < 400
    const missing = missingHeaders({ ...(isSocketIo && { 'x-request-id': 'none-of-ours' }), ...headers })
    if (missing.length > 0) return `${status} without ${missing.join(', ')}`
    if (status >= 500) return String(status)
    if (status < 400) continue
    if (!headers['content-type']?.startsWith('application/problem+json'))
      return `${status} as ${headers['content-type']}`
    if (Number(headers['content-length']) !== Buffer.byteLength(body) && body !== '') return 'another length'
    if (body !== '' && problem.safeParse(JSON.parse(body)).data?.status !== status) return `${status} with ${body}`
  }
  return undefined
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${more}\r\n`
const post = (headers: string, body: string) =>
  `POST /api/v1/user/auth/admin-login HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`
const upgrade = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n${more}\r\n`

const refused: [name: string, text: string, status: number][] = [
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\n\r\n', 400],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['an unknown method', 'HACK / HTTP/1.1\r\nhost: a\r\n\r\n', 400],
  ['a NUL in the path', get('/\0'), 400],
  ['a header that is none', get('/healthz', 'bad header\r\n'), 400],
  ['a NUL in a header', get('/healthz', 'x: a\0b\r\n'), 400],
  ['a folded header', get('/healthz', 'x: a\r\n b\r\n'), 400],
  ['a space before the colon', get('/healthz', 'x : a\r\n'), 400],
  ['two lengths', post('content-length: 1\r\ncontent-length: 2', '{}'), 400],
  ['a length and chunks', post('content-length: 2\r\ntransfer-encoding: chunked', '0\r\n\r\n'), 400],
  ['a length that is none', post('content-length: x', '{}'), 400],
  ['a negative length', post('content-length: -1', '{}'), 400],
  ['a chunk size that is none', post('transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'), 400],
  ['an unknown coding', post('transfer-encoding: gzip', '{}'), 400],
  ['a coding by another name', post('transfer-encoding: xchunked', '0\r\n\r\n'), 400],
  ['two codings', post('transfer-encoding: chunked\r\ntransfer-encoding: identity', '0\r\n\r\n'), 400],
  ['a coding before a tab', post('transfer-encoding:\tchunked\r\ncontent-length: 3', '0\r\n\r\n'), 400],
  ['a line that ends in LF alone', 'GET /healthz HTTP/1.1\nhost: a\n\n', 400],
  ['two hosts', get('/healthz', 'host: b\r\n'), 400],
  ['a body in gzip, which nobody unpacks', post('content-encoding: gzip\r\ncontent-length: 2', '\x1f\x8b'), 415],
  [
    'JSON that is nested deeply',
    post(`content-length: ${2 * 400_000}`, '['.repeat(400_000) + ']'.repeat(400_000)),
    400,
  ],
  ['JSON with a key of prototypes', post('content-length: 21', '{"__proto__":{"a":1}}'), 400],
  ['headers that are too long', get('/', `x: ${'x'.repeat(40_000)}\r\n`), 431],
  ['a path that is too long', get(`/${'x'.repeat(40_000)}`), 431],
  ['an undecodable path', get('/%'), 400],
  ['an undecodable id', get('/api/v1/user/chats/%E0%A4%A'), 400],
  ['a path up', get('/../../etc/passwd'), 404],
  ['a path up in the documentation', get('/docs/static/..%2f..%2f..%2fpackage.json'), 404],
  ['a whole address', get('http://evil.test/admin'), 404],
  ['a handshake of no transport', get('/socket.io/?EIO=4&transport=smoke'), 400],
  ['a handshake of another protocol', get('/socket.io/?EIO=3&transport=polling'), 400],
  ['a handshake of a session that is not', get('/socket.io/?EIO=4&transport=polling&sid=none'), 400],
  [
    'a handshake by POST',
    post('content-length: 0', '').replace('/api/v1/user/auth/admin-login', '/socket.io/?EIO=4&transport=polling'),
    400,
  ],
  ['a handshake from another origin', get('/socket.io/?EIO=4&transport=polling', 'origin: http://evil.test\r\n'), 403],
  [
    'a websocket from another origin',
    upgrade('/socket.io/?EIO=4&transport=websocket', 'origin: http://evil.test\r\n'),
    403,
  ],
  ['a websocket of no transport', upgrade('/socket.io/?EIO=4&transport=smoke'), 400],
  [
    'a websocket with a bad key',
    upgrade('/socket.io/?EIO=4&transport=websocket').replace('MDEyMzQ1Njc4OWFiY2RlZg==', 'short'),
    400,
  ],
  ['a websocket of a session that is not', upgrade('/socket.io/?EIO=4&transport=websocket&sid=none'), 400],
]

describe('raw HTTP', () => {
  it.for(refused)('refuses %s in the form of all errors', async ([name, text, status], { task }) => {
    const tally = openTally(task)
    const answer = await exchange(Buffer.from(text))
    const why = whatIsWrong(answer)
    tally.count(
      why === undefined && answer.startsWith(`HTTP/1.1 ${status} `),
      () => `${name}: ${why} ${answer.slice(0, 300)}`,
    )
    tally.close()
  })

  it('lets in a socket with the headers of all answers', async () => {
    const polling = await exchange(Buffer.from(get('/socket.io/?EIO=4&transport=polling')))
    expect(polling).toMatch(/^HTTP\/1\.1 200 /)
    expect(whatIsWrong(polling)).toBeUndefined()
    expect(await exchange(Buffer.from(upgrade('/socket.io/?EIO=4&transport=websocket')))).toMatch(/^HTTP\/1\.1 101 /)
  })

  const requests = [
    get('/api/v1/admin/drivers?page=1'),
    post('content-length: 44', '{"email":"a@interline.test","password":"xx"}'),
    post('transfer-encoding: chunked', '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n'),
    `${get('/healthz').replace('close', 'keep-alive')}${get('/readyz')}`,
    upgrade('/socket.io/?EIO=4&transport=websocket'),
    get('/socket.io/?EIO=4&transport=polling'),
  ].map((text) => Buffer.from(text))

  it('answers requests with changed bytes in the form of all errors, or not at all', async ({ task }) => {
    const tally = openTally(task)
    const changes = fc.array(fc.record({ at: fc.nat(400), cut: fc.nat(3), put: fc.uint8Array({ maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 3,
    })
    const changed = fc.tuple(fc.constantFrom(...requests), changes).map(([request, edits]) =>
      edits.reduce((bytes, { at, cut, put }) => {
        const from = at % bytes.length
        return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)])
      }, request),
    )
    const many = fc.array(changed, { minLength: atOnce, maxLength: atOnce })
    const property = fc.asyncProperty(many, async (all) => {
      const answers = await Promise.all(all.map(async (bytes) => ({ bytes, text: await exchange(bytes, 300) })))
      for (const { bytes, text } of answers) {
        const why = whatIsWrong(text)
        tally.count(why === undefined, () => `${JSON.stringify(bytes.toString('latin1'))}: ${why}`)
        if (why !== undefined) throw new Error(why)
      }
    })
    await checkGenerated(tally, property, isWhole ? 200 : 5, true)
    tally.close()
  }, 600_000)

  it('leaves no error of ours in the log, and the server well', async () => {
    expect(server.logLines.filter((line) => line.includes('"level":50')).slice(0, 3)).toEqual([])
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })
})
