import { createServer, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { always } from './headers.ts'

/** Cookies that a remote set can make each request too large: the browser is asked to forget all of this origin. */
const tooLarge = {
  status: '431 Request Header Fields Too Large',
  headers: { 'clear-site-data': '"cookies"', 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Interline</title><p>This request was too large. <a href="/">Open Interline</a>',
}
const notHttp = { status: '400 Bad Request', headers: {}, body: '' }

/**
 * Answers what is no HTTP request: Node's parser refuses it before a handler sees it. A connection that took too long
 * is closed without a word: a browser that opened it ahead would take a late answer for that of its first request.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable)
    return void socket.destroy()
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const { status, headers, body } = isTooLarge ? tooLarge : notHttp
  const lines = Object.entries({ ...always, ...headers, 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}cache-control: no-store\r\nconnection: close\r\n\r\n${body}`)
  if (!isTooLarge) return
  // What is still on its way is taken, or the browser sees a broken connection before it sees the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), 5000).unref()
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
