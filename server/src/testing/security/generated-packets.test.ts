import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSession } from '../../auth/sessions.ts'
import { createPerson } from '../../repositories/accounts/accounts.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { checkGenerated } from './check-generated.ts'
import { hostileText } from './hostile.ts'
import { isWhole } from './seed.ts'
import { openTally } from './tally.ts'

/** More than one connection may send in a minute. */
const flood = 1500
const mostOfServerBytes = 64 * 1024

let server: TestServer
let people = 0
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '4' })))
afterAll(() => server.close())

type Frame = { opcode: number; data: Buffer }
const [text, binary, ping, pong] = [1, 2, 9, 10]
const endFrames = [Buffer.from([0x88, 0]), Buffer.from([0x88, 2])]

/** A frame of a websocket with an empty mask, which changes nothing. */
function encode({ opcode, data }: Frame): Buffer {
  const mask = [0, 0, 0, 0]
  if (data.length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | data.length, ...mask]), data])
  const head = Buffer.alloc(10)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(data.length), 2)
  return Buffer.concat([head, Buffer.from(mask), data])
}

const packet = (data: string): Frame => ({ opcode: text, data: Buffer.from(data) })
const event = '["user-connected",{}]'
const known: Frame[] = [
  ...['1', '2', '2probe', '3', '3probe', '5', '6', '9', 'x', ''].map(packet),
  ...['40', '40/nowhere,', '40{"token":7}', '40null', '41', '43', '430[]', '44"x"', '47', '4', '4x', '49[]'].map(
    packet,
  ),
  ...[`42${event}`, `429${event}`, `42/nowhere,${event}`, `42${'9'.repeat(30)}${event}`, '42', '42[]', '42{}'].map(
    packet,
  ),
  ...['42["connect"]', '42["disconnect"]', '42["error"]', '42["__proto__"]', '42[1]', '42[null]'].map(packet),
  ...['450-["x"]', '451-["x",{"_placeholder":true,"num":0}]', '459999999999-["x"]', '45-["x"]', '451-[]'].map(packet),
  ...['461-0[{"_placeholder":true,"num":9}]', '42["x",{"_placeholder":true,"num":0}]'].map(packet),
  packet(`42["x",${'['.repeat(20_000)}${']'.repeat(20_000)}]`),
  { opcode: binary, data: Buffer.alloc(0) },
  { opcode: binary, data: Buffer.from('42["x"]') },
  { opcode: ping, data: Buffer.alloc(125) },
  { opcode: pong, data: Buffer.from('x') },
]
const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...known) },
  { weight: 2, arbitrary: hostileText.map((one) => packet(`42[${JSON.stringify(one)}]`)) },
  { weight: 1, arbitrary: hostileText.map((one) => packet(`4${one}`)) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((data) => ({ opcode: binary, data: Buffer.from(data) })),
  },
)

/** Somebody new on a websocket of their own, signed in by the handshake of socket.io. */
async function open() {
  people += 1
  const given = { role: 'user', full_name: 'New user', password: '', email: `p-${people}@mail.example` } as const
  const _id = await server.db.transaction().execute((tx) => createPerson(tx, given, 'no hash'))
  const token = await startSession(server.db, _id, false)
  const socket = connect(server.port, '127.0.0.1')
  const key = randomBytes(16).toString('base64')
  let received = ''
  let bytes = 0
  socket.on('error', () => undefined)
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (received.length < 2000) received += piece.toString('latin1')
  })
  const closed = new Promise<'cut'>((resolve) => void socket.once('close', () => resolve('cut')))
  // The server ends some by a frame, for which it waits half a minute: as every client does, this one ends then too.
  socket.on('data', (piece: Buffer) => endFrames.some((frame) => piece.includes(frame)) && socket.end())
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  )
  await expect.poll(() => received, { interval: 5 }).toContain('"maxPayload"')
  socket.write(encode(packet(`40${JSON.stringify({ token })}`)))
  await expect.poll(() => received, { interval: 5 }).toContain('40{"sid"')
  return { socket, closed, sentBack: () => bytes }
}

const endOf = (closed: Promise<unknown>) =>
  Promise.race([closed, once(AbortSignal.timeout(20_000), 'abort').then(() => 'open')])

describe('generated packets', { timeout: 600_000 }, () => {
  it('of whatever kind are cut when they are a flood, and sent back is little', async ({ task }) => {
    const tally = openTally(task)
    const frames = fc.array(anyFrame, { minLength: 1, maxLength: 4 })
    const property = fc.asyncProperty(frames, async (given) => {
      const { socket, closed, sentBack } = await open()
      const one = Buffer.concat(given.map(encode))
      for (let at = 0; at < flood; at += given.length) socket.write(one)
      const end = await endOf(closed)
      socket.destroy()
      const isRight = end === 'cut' && sentBack() < mostOfServerBytes * 10
      const told = () =>
        `${end}, ${sentBack()} bytes: ${given.map((f) => `${f.opcode} ${f.data.toString().slice(0, 60)}`).join(' | ')}`
      tally.count(isRight, told)
      if (!isRight) throw new Error(told())
    })
    await checkGenerated(tally, property, isWhole ? 150 : 6)
    tally.close()
  })

  it('that are too large or have too many attachments end their connection', async ({ task }) => {
    const tally = openTally(task)
    for (const frame of [
      packet(`42["x","${'x'.repeat(70_000)}"]`),
      { opcode: binary, data: Buffer.alloc(70_000) },
      packet('4511-["x"]'),
      packet('2'),
      packet('9'),
    ]) {
      const { socket, closed } = await open()
      socket.write(encode(frame))
      tally.count((await endOf(closed)) === 'cut', () => frame.data.toString().slice(0, 40))
      socket.destroy()
    }
    tally.close()
  })

  it('leave no error of ours in the log, and the server well', async () => {
    expect(server.logLines.filter((line) => line.includes('"level":50')).slice(0, 3)).toEqual([])
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })
})
