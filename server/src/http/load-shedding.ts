import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { App } from './app.ts'
import { HttpError } from './http-error.ts'

/**
 * Answers calls above `most` in progress with 503 and Retry-After at once. That costs almost nothing, so that the
 * calls in progress stay fast. Signing in costs the most and has its own limit, so that it does not slow down the
 * rest. A call is in progress once its body is there: who sends one byte a second holds no place. Health checks and
 * metrics are always answered. Of calls that arrive together one begins in each turn of the event loop: Node accepts
 * one new connection in a turn, and a turn with many calls would keep hundreds of people waiting for seconds.
 */
export function registerLoadShedding(app: App, most: { calls: number; signIns: number }) {
  const busy = { calls: 0, signIns: 0 }
  // Made once, and passed on without a promise: that halves the cost of a 503.
  const tooBusy = new HttpError(503, 'Too busy', { detail: 'Please try again in a moment.', retryAfterSeconds: 1 })
  const begin = oneInEachTurn()

  const kindOf = ({ routeOptions: { url = '' } }: FastifyRequest) =>
    /\/(admin-login|login|register|reset-password)$/.test(url) ? 'signIns' : 'calls'
  const isFree = ({ routeOptions: { url = '' } }: FastifyRequest) => ['/healthz', '/readyz', '/metrics'].includes(url)
  const hasBody = ({ headers }: FastifyRequest) =>
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

  function takePlace(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
    const kind = kindOf(request)
    if (busy[kind] >= most[kind]) return done(tooBusy)
    // Who has gone meanwhile would never give the place back.
    if (reply.raw.closed) return done()
    busy[kind] += 1
    reply.raw.once('close', () => {
      busy[kind] -= 1
    })
    begin(done)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isFree(request)) return done()
    if (!hasBody(request)) return takePlace(request, reply, done)
    const kind = kindOf(request)
    return busy[kind] >= most[kind] ? done(tooBusy) : done()
  })
  app.addHook('preValidation', (request, reply, done) =>
    isFree(request) || !hasBody(request) ? done() : takePlace(request, reply, done),
  )
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
