import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const countConnections = (server: Server) => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

/**
 * Ends a node that stands behind a proxy without a call that fails: nobody new is let in, so that the proxy turns to the other nodes; who is
 * in is answered, and told that it is the last time. A connection without a call is closed after `idleMilliseconds`, which is longer than the
 * proxy keeps one. Resolves when all have left, or after `mostMilliseconds`.
 */
export async function drain(server: Server, idleMilliseconds: number, mostMilliseconds: number): Promise<void> {
  const from = Date.now()
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // An HTTP server's own `close` ends idle connections at once, on which a call may be on its way.
  TcpServer.prototype.close.call(server)
  while ((await countConnections(server)) > 0 && Date.now() - from < mostMilliseconds) {
    if (Date.now() - from > idleMilliseconds) server.closeIdleConnections()
    await pause(20)
  }
}
