import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import send, { mime } from '@fastify/send'
import { acceptedEncodings, type Encoding } from './request.ts'

const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const options = { index: false, acceptRanges: false, cacheControl: false, contentType: false, etag: false }

// The name of the standard (RFC 9239).
mime.define({ 'text/javascript': ['js', 'mjs'] }, true)

/**
 * Files of a folder: `sendFile(request, response, path, headers)` sends the file at a path of a URL, compressed when
 * the browser takes that and the file lies compressed beside it. Ranges are not served: who asks for one gets the whole
 * file.
 * Resolves to null when it is sent, otherwise to the status of why it cannot be: 404, 400 for a path that cannot be
 * decoded, 412, 500.
 */
export function filesOf(root: string) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    headers: OutgoingHttpHeaders,
  ): Promise<number | null> => {
    const found = async (encoding?: Encoding): Promise<number | null> => {
      const {
        type,
        statusCode,
        stream,
        headers: ofFile,
      } = await send(request, path + (encoding ? endings[encoding] : ''), { ...options, root })
      if (type !== 'file') {
        stream.destroy()
        return type === 'directory' || statusCode === 403 ? 404 : statusCode
      }
      response.appendHeader('vary', 'accept-encoding').writeHead(statusCode, {
        ...headers,
        ...ofFile,
        ...(statusCode === 200 && {
          'content-type': mime.getType(path) ?? 'application/octet-stream',
          ...(encoding && { 'content-encoding': encoding }),
        }),
      })
      // A file that can no longer be read ends its own answer: pipeline closes the connection.
      pipeline(stream, response, () => undefined)
      return null
    }
    for (const encoding of acceptedEncodings(request.headers['accept-encoding']))
      if ((await found(encoding)) === null) return null
    return found()
  }
}
