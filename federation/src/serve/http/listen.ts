import { createServer, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { always } from './headers.ts'

const statusOf: Record<string, string> = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large' }

/**
 * Answers what is no HTTP request: Node's parser refuses it before a handler sees it. A connection that took too long
 * is closed without a word: a browser that opened it ahead would take a late answer for that of its first request.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable)
    return void socket.destroy()
  const headers = Object.entries(always).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = statusOf[error.code ?? ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}cache-control: no-store\r\nconnection: close\r\n\r\n`)
}

/** Listens on a port of all interfaces. Rejects with a sentence that names a taken port. */
export function listen(handler: RequestListener, port: number, what: string): Promise<Server> {
  // What Node would answer by itself, without our headers, reaches the handler.
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, requireHostHeader: false }, handler)
  server.on('checkExpectation', handler)
  server.on('clientError', answerBrokenRequest)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; ${what} cannot listen there`) : error),
    )
    server.listen(port, () => resolve(server))
  })
}
