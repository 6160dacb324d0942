import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, isIP, type AddressInfo, type Server as TcpServer } from 'node:net'
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
  // The bytes that are still on their way are taken, or the browser sees a broken connection before it sees the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), 5000).unref()
}

/** The address that HOST names; without it `localhost`, both that this machine has for itself. */
export function hostOf({ HOST }: NodeJS.ProcessEnv): string {
  const host = HOST?.trim() || 'localhost'
  if (host === 'localhost' || (isIP(host) > 0 && !host.includes('%'))) return host
  throw new Error(`HOST: "${host}" is no address such as 0.0.0.0, which is each one of this machine`)
}

/** How a URL of this machine names a host where something listens. */
export const nameOf = (host: string) =>
  ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isMissing = (error: unknown) => ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(codeOf(error)))

/**
 * Listens on a port of a host: on `localhost` by IPv6 too, where the machine has it. Rejects with a sentence that names
 * a taken port, or HOST.
 */
export async function listen(
  handler: RequestListener,
  port: number,
  what: string,
  host = 'localhost',
): Promise<Server> {
  // All that Node would answer by itself, without our headers, reaches the handler.
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, requireHostHeader: false }, handler)
  server.on('checkExpectation', handler)
  server.on('clientError', answerBrokenRequest)
  const bind = (listener: TcpServer, at: { port: number; host: string }) =>
    new Promise<void>((listening, failed) => void listener.once('error', failed).listen(at, listening))
  try {
    await bind(server, { port, host: host === 'localhost' ? '127.0.0.1' : host })
    if (host !== 'localhost') return server
    const options = { allowHalfOpen: true, noDelay: true }
    const listener = createTcpServer(options, (socket) => void server.emit('connection', socket))
    const at = { port: (server.address() as AddressInfo).port, host: '::1' }
    await bind(listener, at).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    server.once('close', () => listener.close())
    return server
  } catch (error) {
    server.close()
    if (codeOf(error) === 'EADDRINUSE')
      throw new Error(`port ${port} is taken; ${what} cannot listen there`, { cause: error })
    throw isMissing(error) ? new Error(`HOST: ${host} is no address of this machine`) : error
  }
}
