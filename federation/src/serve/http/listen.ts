import { createServer, type RequestListener, type Server } from 'node:http'

/** Listens on a port of all interfaces. Rejects with a sentence that names a taken port. */
export function listen(handler: RequestListener, port: number, what: string): Promise<Server> {
  const server = createServer(handler)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; ${what} cannot listen there`) : error),
    )
    server.listen(port, () => resolve(server))
  })
}
