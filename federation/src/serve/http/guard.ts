import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { oneLine } from '../../release/report/plain-text.ts'
import type { ClientAddress } from './client-address.ts'
import { always } from './headers.ts'
import { openAnswers } from './open-answers.ts'

/** Logs what was said, maybe by somebody else, as one line that a terminal only shows. */
export const warnOnStderr = (line: string) => void process.stderr.write(`${oneLine(line)}\n`)

/** Answers that nothing may cache: errors, and the answers of an origin's own calls. */
export const refuser =
  (response: ServerResponse, headers: Record<string, string> = {}) =>
  (status: number, text: string, type = 'text/plain; charset=utf-8') =>
    void response
      .writeHead(status, { ...always, ...headers, 'content-type': type, 'cache-control': 'no-store' })
      .end(text)

/**
 * A handler whose failure ends one answer with 500 and not the origin: a file that cannot be read, such as half a
 * canary.json when the metrics are asked for, too many open files, a defect.
 */
export function guarded(
  handler: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
  warn: (line: string) => void,
): RequestListener {
  return (request, response) => {
    const fail = (error: unknown) => {
      const url = request.url?.replace(/[^ -~]/g, encodeURIComponent)
      warn(`${request.method} ${url}: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else refuser(response)(500, 'this could not be answered; the log of this origin says why')
    }
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      return refuser(response)(400, 'a request names its host')
    try {
      Promise.resolve(handler(request, response)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

/** A browser has six connections to an origin; an office of forty is one address. */
const most = { inAll: 500, ofAddress: 250 }

/**
 * A handler whose answers fill neither the memory nor the places of others when nobody reads them. It refuses none:
 * files are soon written to people who read, and the longest waiting answers of an address, or of all, give way.
 */
export function bounded(
  handler: RequestListener,
  clientAddress: ClientAddress,
  { inAll, ofAddress } = most,
  answers = openAnswers(),
): RequestListener {
  return (request, response) => {
    answers.take(response, [
      { group: `of ${clientAddress(request)}`, most: ofAddress, exceeds: true },
      { group: 'all', most: inAll, exceeds: true },
    ])
    handler(request, response)
  }
}
