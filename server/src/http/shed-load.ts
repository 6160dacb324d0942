import type { App } from './app-types.ts'
import { Refusal } from './refusal.ts'

/**
 * Refuses at once what could not be answered in time: above `most` calls in progress a 503 with Retry-After costs next to nothing, so that those
 * that were let in are answered as fast as ever. Signing in costs the most and is limited apart, so that it starves nothing else.
 * Whether a node is well is always answered. Of the calls that arrive together one begins in each turn of the event loop: in a turn Node
 * accepts a single new connection, so that a turn with many calls would leave hundreds of people outside for seconds.
 */
export function registerShedding(app: App, most: { calls: number; signIns: number }) {
  const busy = { calls: 0, signIns: 0 }
  // Made once, and handed on without a promise: half of what refusing would cost.
  const tooBusy = new Refusal(503, 'Too busy', { detail: 'Please try again in a moment.', retryAfterSeconds: 1 })
  const begin = oneInEachTurn()
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.routeOptions.url ?? ''
    if (path === '/healthz' || path === '/readyz') return done()
    const kind = /\/(admin-login|login|register|reset-password)$/.test(path) ? 'signIns' : 'calls'
    if (busy[kind] >= most[kind]) return done(tooBusy)
    busy[kind] += 1
    reply.raw.once('close', () => {
      busy[kind] -= 1
    })
    begin(done)
  })
}

/** Runs the first act of a turn of the event loop at once, and each further one in a turn of its own, in their order. */
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
