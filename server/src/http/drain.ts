import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const countConnections = (server: TcpServer) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

/**
 * Stops a node behind a proxy without a failed call. New connections are refused, so that the proxy uses the other
 * nodes. Calls on open connections are answered with `connection: close`. An idle connection is closed after
 * `idleMilliseconds`, which is longer than the proxy keeps one. Resolves when no connection is left, or after
 * `mostMilliseconds`. Connections of other `listeners` of the server count, which are closed already.
 */
export async function drain(
  server: Server,
  idleMilliseconds: number,
  mostMilliseconds: number,
  listeners: TcpServer[] = [],
): Promise<void> {
  const from = performance.now()
  const passed = () => performance.now() - from
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // The HTTP server's own `close` ends idle connections at once, and a call may be on its way on one of them.
  TcpServer.prototype.close.call(server)
  const isBusy = async () => (await Promise.all([server, ...listeners].map(countConnections))).some(Boolean)
  while ((await isBusy()) && passed() < mostMilliseconds) {
    if (passed() > idleMilliseconds) server.closeIdleConnections()
    await pause(20)
  }
}
