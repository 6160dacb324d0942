import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const countConnections = (server: TcpServer) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

/** A listener that closes resets what waits to be accepted, and Node accepts one connection in a turn. */
async function acceptWaiting(server: Server, mostMilliseconds: number): Promise<void> {
  const until = performance.now() + mostMilliseconds
  let came = true
  const note = () => void (came = true)
  server.on('connection', note)
  while (came && performance.now() < until) {
    came = false
    // The turn that is under way may have looked already.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', note)
}

/**
 * Stops a node behind a proxy without a failed call. Connections that wait are accepted, new ones are then refused, so
 * that the proxy uses the other nodes, and calls on open ones are answered with `connection: close`. Before that, each
 * such answer would have the proxy open a connection, of which the closing listener resets the last. An idle
 * connection is closed after `idleMilliseconds`, which is longer than the proxy keeps one. Resolves when no connection
 * is left, or after `mostMilliseconds`. The server's other `listeners` close with it.
 */
export async function drain(
  server: Server,
  idleMilliseconds: number,
  mostMilliseconds: number,
  listeners: TcpServer[] = [],
): Promise<void> {
  const from = performance.now()
  const passed = () => performance.now() - from
  await acceptWaiting(server, 500)
  for (const listener of listeners) listener.close()
  // The HTTP server's own `close` ends idle connections at once, and a call may be on its way on one of them.
  TcpServer.prototype.close.call(server)
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const isBusy = async () => (await Promise.all([server, ...listeners].map(countConnections))).some(Boolean)
  while ((await isBusy()) && passed() < mostMilliseconds) {
    if (passed() > idleMilliseconds) server.closeIdleConnections()
    await pause(20)
  }
}
