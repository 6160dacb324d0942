import type { Server } from 'node:http'
import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net'

/** An address that this machine does not have. */
export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code))

/** The first address of a host; `localhost` has `::1` too. */
export const firstAddress = (host: string) => (host === 'localhost' ? '127.0.0.1' : host)

/**
 * Has a server that listens on 127.0.0.1 answer on ::1 too, where the machine has it. The connections are its own, with
 * all its limits. Returns the listeners besides the server.
 */
export async function listenOnIPv6(server: Server, host: string, backlog?: number): Promise<TcpServer[]> {
  if (host !== 'localhost') return []
  const { port } = server.address() as AddressInfo
  const options = { allowHalfOpen: true, noDelay: true }
  const listener = createServer(options, (socket) => void server.emit('connection', socket))
  try {
    await new Promise<void>((listening, failed) => {
      listener.once('error', failed).listen({ port, host: '::1', ...(backlog && { backlog }) }, listening)
    })
    return [listener]
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
