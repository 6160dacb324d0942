import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Server } from 'socket.io'
import { problemWithHeaders, writeProblem } from '../http/problem-details.ts'

type Refused = { req: IncomingMessage & { res?: ServerResponse }; code: number; context?: { message?: unknown } }

const forbidden = 4

/** The reason of a handshake that is refused because its network has too many connections without a sign-in. */
export const tooManyConnections = 'too many connections'

/**
 * Gives what socket.io answers by HTTP the headers of all answers, and handshakes that it refuses the form of all
 * errors.
 */
export function answerHandshakes({ engine }: Pick<Server, 'engine'>, http: HttpServer, ofAll: Record<string, string>) {
  engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(ofAll)) response.setHeader(name, value)
    next()
  })
  engine.on('connection_error', ({ req: { res, socket }, code, context }: Refused) => {
    const status = context?.message === tooManyConnections ? 429 : code === forbidden ? 403 : 400
    // The request for a websocket has no response. socket.io adds nothing to an answer that was given.
    if (!res) return writeProblem(socket, status, ofAll)
    if (res.headersSent) return
    const { headers, body } = problemWithHeaders(status, ofAll)
    res.writeHead(status, headers).end(body)
  })
  // The websocket library refuses by itself, unless somebody listens. socket.io makes it anew when the port is opened.
  http.on('listening', () => {
    const { ws } = engine as unknown as { ws: EventEmitter }
    ws.on('wsClientError', (_error: Error, socket: Duplex) => writeProblem(socket, 400, ofAll))
  })
}
