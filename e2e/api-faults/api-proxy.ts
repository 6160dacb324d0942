import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { ApiFault } from './api-faults.ts'

export type ApiProxy = {
  url: string
  /** From now on this goes wrong with the call; null: nothing. */
  play: (call: string, fault: ApiFault | null) => void
  /** When the call was answered wrongly for the first time since; ms, Infinity before. */
  firstAt: () => number
  /** The name of wrong answers since: a page that shows it shows none of before. */
  requestId: () => string
  /** Ends the sockets and takes no new ones until told otherwise. */
  cutSockets: (cut: boolean) => void
  close: () => Promise<void>
}

/** A proxy before an API, with real connections, that lets calls through or plays a fault with one of them. */
export async function startApiProxy(api: string): Promise<ApiProxy> {
  const { hostname, port } = new URL(api)
  let playing: { call: string; fault: ApiFault } | null = null
  let firstAt = Infinity
  let plays = 0
  const requestId = () => `req-0a1b2c-${plays}`
  let isCut = false
  /** Sockets are connected by these: websockets, and requests that wait for an event. */
  const tunnels = new Set<Socket | ServerResponse>()

  const pass = (asked: IncomingMessage, answer: ServerResponse, change?: (text: string) => string, body?: Buffer[]) => {
    const through = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (real) => {
        if (!change) {
          answer.writeHead(real.statusCode ?? 502, real.headers)
          return void real.pipe(answer)
        }
        const pieces: Buffer[] = []
        real.on('data', (piece: Buffer) => pieces.push(piece))
        real.on('end', () => {
          const { 'content-length': _length, ...headers } = real.headers
          answer.writeHead(real.statusCode ?? 502, headers).end(change(Buffer.concat(pieces).toString()))
        })
      },
    )
    through.once('error', () => answer.destroy())
    if (body) through.end(Buffer.concat(body))
    else asked.pipe(through)
  }

  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', api).pathname
    if (path.startsWith('/socket.io')) {
      if (isCut) return void asked.socket.destroy()
      tunnels.add(answer)
      answer.once('close', () => tunnels.delete(answer))
    }
    if (!playing || asked.method === 'OPTIONS' || `${asked.method} ${path}` !== playing.call) return pass(asked, answer)
    const { fault } = playing
    // The whole of it is read: a browser that is still sending takes an answer for a broken connection.
    const played = () => (firstAt = Math.min(firstAt, Date.now()))
    if ('change' in fault) {
      answer.once('finish', played)
      return pass(asked, answer, fault.change)
    }
    const body: Buffer[] = []
    asked.on('data', (piece: Buffer) => body.push(piece))
    asked.once('end', () => {
      answer.setHeader('x-request-id', requestId())
      fault.act({ asked, answer, pass: () => pass(asked, answer, undefined, body), played })
    })
  })
  server.on('upgrade', (asked, socket, head) => {
    if (isCut) return void socket.destroy()
    const tunnel = connect(Number(port), hostname, () => {
      const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      tunnel.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      tunnel.write(head)
      socket.pipe(tunnel).pipe(socket)
    })
    for (const [one, other] of [
      [tunnel, socket],
      [socket, tunnel],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => (other.destroy(), tunnels.delete(tunnel)))
    }
    tunnels.add(tunnel)
  })
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    play(call, fault) {
      playing = fault && { call, fault }
      firstAt = Infinity
      plays += 1
    },
    firstAt: () => firstAt,
    requestId,
    cutSockets(cut) {
      isCut = cut
      if (cut) for (const tunnel of tunnels) tunnel.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        for (const tunnel of tunnels) tunnel.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
