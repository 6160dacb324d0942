import type { EventEmitter } from 'node:events'
import type { Socket as SocketIo, Server } from 'socket.io'

/** All that engine.io and its websocket library keep of a connection; their types hide it. */
type Connection = EventEmitter & {
  readyState: string
  writeBuffer: { data?: string | Buffer }[]
  transport: { writable: boolean; socket?: WebSocket; onClose(): void }
}
type WebSocket = EventEmitter & { bufferedAmount: number; terminate(): void }
type Packet = { data?: string | Buffer }

/** All that may wait for a client that does not read. One that reads has a few kilobytes waiting. */
const mostWaitingBytes = 1024 * 1024
/** Packets of one connection in a minute: twice the events that one person may send on all of theirs. */
const mostPackets = 1200
/** How many packets a CONNECT counts as: each one asks the database whose session it is. */
const connectCountsAs = 100

type CutOff = (connection: Connection, why: 'does not read' | 'floods') => void

/**
 * Bounds what one connection keeps waiting and what it sends, before anything of it is read: pings, pongs, packets of
 * any type, and namespaces that are connected to again and again. A connection that goes beyond is cut, as by a network
 * that fails: clients come back by themselves and read what they missed. All connections share the listeners, and only
 * those that send or do not read are remembered: a closure for each of thousands would cost memory.
 */
export function limitConnections({ engine }: Pick<Server, 'engine'>, onCut: CutOff, minute = 60_000) {
  const sent = new Map<object, number>()
  const waiting = new WeakMap<Connection, number>()
  const timer = setInterval(() => sent.clear(), minute)
  timer.unref()

  function cut(connection: Connection, why: Parameters<CutOff>[1]) {
    if (connection.readyState === 'closed') return
    onCut(connection, why)
    // `close` would wait half a minute for the other side, and keep all that waits until then.
    connection.transport.socket?.terminate()
    connection.transport.onClose()
  }
  function count(key: object, points: number): boolean {
    const total = (sent.get(key) ?? 0) + points
    sent.set(key, total)
    return total <= mostPackets
  }
  // Its pings and pongs, which the library takes below engine.io, count with its packets.
  const keyOf = (connection: Connection) => connection.transport.socket ?? connection
  function countPacket(this: Connection) {
    if (!count(keyOf(this), 1)) cut(this, 'floods')
  }
  function countFrame(this: WebSocket) {
    if (!count(this, 1)) this.terminate()
  }
  function addWaiting(this: Connection, { data = '' }: Packet) {
    if (this.transport.writable) return
    const before = this.writeBuffer.length === 0 ? 0 : (waiting.get(this) ?? 0)
    const bytes = before + Buffer.byteLength(data)
    waiting.set(this, bytes)
    if (bytes + (this.transport.socket?.bufferedAmount ?? 0) > mostWaitingBytes) cut(this, 'does not read')
  }
  function countFrames({ socket }: Connection['transport']) {
    socket?.on('ping', countFrame)
    socket?.on('pong', countFrame)
  }

  engine.on('connection', (connection: Connection) => {
    connection.on('packet', countPacket)
    // Each probe of an upgrade is answered, and is no packet yet.
    connection.on('upgrading', countPacket)
    connection.on('packetCreate', addWaiting)
    connection.on('upgrade', countFrames)
    countFrames(connection.transport)
  })
  return {
    /** Counts that a namespace is connected to; whether the connection may. One that may not is cut. */
    takeConnect({ conn }: SocketIo): boolean {
      const connection = conn as unknown as Connection
      if (count(keyOf(connection), connectCountsAs)) return true
      cut(connection, 'floods')
      return false
    },
    close: () => clearInterval(timer),
  }
}
