import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io as openClient, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openGate } from '../../testing/gate.ts'
import { limitConnections } from './connection-limit.ts'

const megabyte = 1024 * 1024

let io: Server
let limit: ReturnType<typeof limitConnections>
let gate: Awaited<ReturnType<typeof openGate>>
let cuts: string[]
const clients: Socket[] = []

beforeEach(async () => {
  cuts = []
  const http = createServer()
  io = new Server(http, { maxHttpBufferSize: 64 * 1024 })
  limit = limitConnections(io, (_connection, why) => void cuts.push(why))
  io.use((socket, next) => {
    limit.takeConnect(socket)
    // As when the database is asked whose session it is.
    setTimeout(next, 50)
  })
  await new Promise<void>((listening) => void http.listen(0, '127.0.0.1', listening))
  gate = await openGate((http.address() as AddressInfo).port)
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  limit.close()
  await io.close()
  await gate.cut()
})

async function join(transports: string[]) {
  const client = openClient(`http://127.0.0.1:${gate.port}`, { transports, forceNew: true, reconnectionDelay: 50 })
  clients.push(client)
  await new Promise((resolve) => client.once('connect', () => resolve(undefined)))
  return client
}

type Kept = { writeBuffer: { data?: string }[]; transport: { socket?: { bufferedAmount: number } } }
/** All that engine.io and the websocket library keep for all connections. */
const keptBytes = () =>
  Object.values((io.engine as unknown as { clients: Record<string, Kept> }).clients).reduce(
    (sum, { writeBuffer, transport }) =>
      sum + writeBuffer.reduce((all, { data = '' }) => all + data.length, 0) + (transport.socket?.bufferedAmount ?? 0),
    0,
  )

describe('a client that does not read', () => {
  it.each(['websocket', 'polling'])('by %s is cut when a megabyte waits for it, and comes back', async (way) => {
    const client = await join([way])
    const comings: string[] = []
    client.on('disconnect', (reason) => void comings.push(reason))
    client.on('connect', () => void comings.push('connected'))
    gate.hang()
    let most = 0
    // The system itself takes some megabytes for a line before anything waits in the process.
    const sendOn = () => {
      for (let at = 0; at < 16; at += 1) {
        io.emit('rows-changed', 'x'.repeat(64 * 1024))
        most = Math.max(most, keptBytes())
      }
      return cuts.length > 0
    }
    await vi.waitUntil(sendOn, { interval: 5, timeout: 10_000 })
    expect(cuts).toEqual(['does not read'])
    expect(most).toBeGreaterThan(megabyte / 2)
    expect(most).toBeLessThan(1.2 * megabyte)
    await expect.poll(keptBytes).toBe(0)
    await gate.open()
    await expect.poll(() => comings.at(-1), { timeout: 10_000 }).toBe('connected')
    expect(comings).toHaveLength(2)
  })

  it('is not one that reads slowly what is sent, however much that is', async () => {
    const client = await join(['websocket'])
    let received = 0
    client.on('rows-changed', (text: string) => void (received += text.length))
    for (let sent = 0; sent < 300; sent += 1) {
      io.emit('rows-changed', 'x'.repeat(64 * 1024))
      if (sent % 10 === 9)
        await vi.waitUntil(() => received >= (sent - 4) * 64 * 1024, { interval: 2, timeout: 10_000 })
    }
    await expect.poll(() => received).toBe(300 * 64 * 1024)
    expect(cuts).toEqual([])
  })
})

/** A websocket of engine.io that sends what it is told; `closed` when the server has cut it. */
async function openRaw() {
  const socket = connect(gate.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  let received = ''
  socket.on('data', (piece: Buffer) => void (received += piece.toString('latin1')))
  await vi.waitUntil(() => received.includes('"maxPayload"'))
  return {
    closed,
    answers: (count: number) => vi.waitUntil(() => received.split('40{').length > count, { interval: 5 }),
    together: (act: () => void) => {
      socket.cork()
      act()
      socket.uncork()
    },
    /** A frame with an empty mask, which is one that changes nothing. */
    send(opcode: number, text: string) {
      socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
    },
    /** Until all that was sent before was taken, and the connection still stands. */
    async ping() {
      this.send(9, 'y')
      await vi.waitUntil(() => received.includes('\x8a\x01y'))
    },
    end: () => socket.destroy(),
  }
}

describe('what a connection sends', () => {
  it.each([
    ['pongs of engine.io', 1, '3'],
    ['packets that do nothing', 1, '6'],
    ['pings of the websocket', 9, 'x'],
    ['pongs of the websocket', 10, 'x'],
    ['acknowledgements', 1, '43999[]'],
    ['events', 1, '42["x"]'],
    ['CONNECTs of a namespace that is not there', 1, '40/nowhere,'],
  ])('is bounded: %s', async (_what, opcode, text) => {
    const raw = await openRaw()
    raw.send(1, '40')
    // A socket that sends events before that is cut for it.
    await raw.answers(1)
    for (let at = 0; at < 1000; at += 1) raw.send(opcode, text)
    await raw.ping()
    for (let at = 0; at < 300; at += 1) raw.send(opcode, text)
    await raw.closed
    raw.end()
  })

  it.each([
    ['pings', 9],
    ['pongs', 10],
  ])('is bounded together: %s of the websocket and packets in turn', async (_what, opcode) => {
    const raw = await openRaw()
    raw.send(1, '40')
    for (let at = 0; at < 650; at += 1) {
      raw.send(1, '6')
      raw.send(opcode, 'x')
    }
    await raw.closed
    raw.end()
  })

  it.each([
    ['the same namespace again and again', true],
    ['the same namespace before it is known whether it may', false],
  ])('is bounded: %s', async (_what, isOneByOne) => {
    const raw = await openRaw()
    const sending = async () => {
      for (let at = 1; at <= 13; at += 1) {
        raw.send(1, '40')
        await raw.answers(at)
        raw.send(1, '41')
        await vi.waitUntil(() => io.of('/').sockets.size === 0, { interval: 5 })
      }
    }
    if (isOneByOne) await Promise.race([sending(), raw.closed])
    else raw.together(() => Array.from({ length: 13 }, () => raw.send(1, '40')))
    await raw.closed
    expect(cuts).toEqual(['floods'])
    const { _preConnectSockets: pending } = io.of('/') as unknown as { _preConnectSockets: Map<string, unknown> }
    await expect.poll(() => pending.size).toBe(0)
  })
})
