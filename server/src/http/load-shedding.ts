import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { networkOf } from '../auth/network-of.ts'
import type { App } from './app.ts'
import { HttpError } from './http-error.ts'
import { openAnswers, type Bound } from './open-answers.ts'

type Places = { inAll: number; ofAddress: number; ofClient: number }

/**
 * Answers calls above these places with 503 and Retry-After at once. That costs almost nothing, so that the calls in
 * progress stay fast. Signing in costs the most and has its own limit, so that it does not slow down the rest; so has
 * what takes long to read (`config.heavy`). A call has its place from when its body is there, so that one that comes
 * slowly has none, until its answer is read or cut. A client is a session, or without one the link of a document.
 * Health checks and metrics are always answered. Among calls that arrive together one begins in each turn of the event
 * loop: Node accepts one new connection in a turn, and a turn with many calls would keep hundreds of people waiting for
 * seconds.
 */
export function registerLoadShedding(
  app: App,
  most: Record<'calls' | 'signIns' | 'heavy', Places>,
  answers = openAnswers(),
) {
  // Made once, and passed on without a promise: that halves the cost of a 503.
  const tooBusy = new HttpError(503, 'Too busy', { detail: 'Please try again in a moment.', retryAfterSeconds: 1 })
  const begin = oneInEachTurn()

  const isFree = ({ routeOptions: { url = '' } }: FastifyRequest) => ['/healthz', '/readyz', '/metrics'].includes(url)
  const hasBody = ({ headers }: FastifyRequest) =>
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

  function boundsOf(request: FastifyRequest): Bound[] {
    const kind = kindOf(request)
    const { inAll, ofAddress, ofClient } = most[kind]
    const client = request.headers.authorization ?? (kind === 'heavy' ? request.url : undefined)
    return [
      ...(client === undefined ? [] : [{ group: `${kind} of ${client}`, most: ofClient }]),
      { group: `${kind} of ${networkOf(request.ip)}`, most: ofAddress, replaces: true },
      { group: kind, most: inAll, replaces: true },
    ]
  }
  function takePlace(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
    // A caller who has gone meanwhile would never give the place back.
    if (reply.raw.closed) return done()
    if (!answers.take(reply.raw, boundsOf(request))) return done(tooBusy)
    begin(done)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isFree(request)) return done()
    if (!hasBody(request)) return takePlace(request, reply, done)
    return answers.haveRoom(boundsOf(request)) ? done() : done(tooBusy)
  })
  app.addHook('preValidation', (request, reply, done) =>
    isFree(request) || !hasBody(request) ? done() : takePlace(request, reply, done),
  )
  app.addHook('onClose', (_app, done) => {
    answers.close()
    done()
  })
}

function kindOf({ query, routeOptions: { url = '', config } }: FastifyRequest) {
  if (/\/(admin-login|login|register|reset-password)$/.test(url)) return 'signIns'
  const isHeavy = config.heavy === 'whole' ? Object.keys(query as object).length === 0 : config.heavy
  return isHeavy ? 'heavy' : 'calls'
}

/**
 * Runs the first act of a turn of the event loop at once, and each further one in a turn of its own, in their order.
 */
function oneInEachTurn() {
  const waiting: (() => void)[] = []
  let isTaken = false
  const nextTurn = () => {
    const act = waiting.shift()
    if (act) run(act)
    else isTaken = false
  }
  function run(act: () => void) {
    isTaken = true
    setImmediate(nextTurn)
    act()
  }
  return (act: () => void) => void (isTaken ? waiting.push(act) : run(act))
}
