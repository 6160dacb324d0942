import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'socket.io'
import { problemWithHeaders, writeProblem } from '../http/problem-details.ts'

type Refused = { req: IncomingMessage & { res?: ServerResponse }; code: number }

const forbidden = 4

/**
 * Gives what socket.io answers by HTTP the headers of all answers, and handshakes that it refuses the form of all
 * errors.
 */
export function answerHandshakes({ engine }: Pick<Server, 'engine'>, ofAll: Record<string, string>) {
  engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(ofAll)) response.setHeader(name, value)
    next()
  })
  engine.on('connection_error', ({ req: { res, socket }, code }: Refused) => {
    const status = code === forbidden ? 403 : 400
    // The request for a websocket has no response. socket.io adds nothing to an answer that was given.
    if (!res) return writeProblem(socket, status, ofAll)
    if (res.headersSent) return
    const { headers, body } = problemWithHeaders(status, ofAll)
    res.writeHead(status, headers).end(body)
  })
}
