import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A way to a server of this machine that can be closed: `hang` lets nothing through and says nothing, `cut` refuses,
 * `lose` hangs for good what is connected.
 */
export async function openGate(to: number) {
  const sockets = new Set<Socket>()
  const lost: Socket[] = []
  let isHanging = false
  const server = createServer((inner) => {
    const outer = connect({ port: to, host: '127.0.0.1' })
    for (const [from, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from
        .on('data', (chunk) => other.write(chunk))
        .on('close', () => (sockets.delete(from), other.destroy()))
        .on('error', () => undefined)
      if (isHanging) from.pause()
    }
  })
  const listen = (port: number) =>
    new Promise<void>((listening, failed) => void server.once('error', failed).listen(port, '127.0.0.1', listening))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    hang() {
      isHanging = true
      for (const socket of sockets) socket.pause()
    },
    /** As when a machine behind the line is gone, and another one has its address. */
    lose() {
      for (const socket of sockets) socket.pause()
      lost.push(...sockets)
      sockets.clear()
    },
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of [...sockets, ...lost.splice(0)]) socket.destroy()
      await closed
    },
    async open() {
      isHanging = false
      if (!server.listening) await listen(port)
      for (const socket of sockets) socket.resume()
    },
  }
}
