import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { acceptedEncodings, type Encoding } from '../http/request.ts'

const squeeze: Record<Encoding, (page: string) => Buffer> = {
  br: (page) =>
    brotliCompressSync(page, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  gzip: (page) => gzipSync(page, { level: 9 }),
}
const maxCached = 64

/**
 * Sends pages compressed as the browser takes them. There are few that are asked for again and again: those are
 * compressed once.
 */
export function pageSender(): (
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  page: string,
) => void {
  const known: Record<Encoding, Map<string, Buffer>> = { br: new Map(), gzip: new Map() }

  const compressed = (encoding: Encoding, page: string): Buffer => {
    const pages = known[encoding]
    const kept = pages.get(page)
    if (kept) return kept
    const bytes = squeeze[encoding](page)
    pages.set(page, bytes)
    for (const oldest of pages.keys()) if (pages.size > maxCached) pages.delete(oldest)
    return bytes
  }

  return (request, response, headers, page) => {
    const encoding = acceptedEncodings(request.headers['accept-encoding'])[0]
    const body = encoding ? compressed(encoding, page) : Buffer.from(page)
    response.writeHead(200, {
      ...headers,
      vary: 'accept-encoding',
      'content-length': body.length,
      ...(encoding && { 'content-encoding': encoding }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
