import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { PoolUse } from '../database/open.ts'
import type { App } from '../http/app.ts'
import type { Readiness } from './readiness.ts'

type MetricsDeps = { readChecks: Readiness; pools: () => PoolUse[]; countSockets: () => number }

// Memory and event loop belong to the process: servers of a test that share it register them once.
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/**
 * Measures every call that `app` answers, by its route as it is registered (an address that has none is `none`, so that
 * nobody makes series by asking), and what this node works with. Returns how to write all of it as Prometheus text.
 */
export function measure(app: App, { readChecks, pools, countSockets }: MetricsDeps) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'interline_api_requests_total',
    help: 'Calls that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'interline_api_request_duration_seconds',
    help: 'From the headers of a call to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  })
  const aborted = new Counter({
    name: 'interline_api_requests_aborted_total',
    help: 'Calls whose sender went before the answer was ready.',
    registers,
  })
  const up = new Gauge({
    name: 'interline_server_up',
    help: 'Whether a server that this node needs answers within two seconds.',
    labelNames: ['server'],
    registers,
  })
  const connections = new Gauge({
    name: 'interline_database_connections',
    help: 'Connections to PostgreSQL; none with the embedded database.',
    labelNames: ['pool', 'state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'interline_database_waiting',
    help: 'Queries that wait for a connection to PostgreSQL.',
    labelNames: ['pool'],
    registers,
  })
  const sockets = new Gauge({ name: 'interline_sockets', help: 'Open sockets of people who are known.', registers })

  app.addHook('onRequestAbort', (_request, done) => {
    aborted.inc()
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions: { url: route = 'none' } }, reply, done) => {
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })

  return async (): Promise<string> => {
    for (const [server, state] of Object.entries(await readChecks())) up.set({ server }, state === 'ok' ? 1 : 0)
    for (const { pool, busy, idle, waiting: many } of pools()) {
      connections.set({ pool, state: 'busy' }, busy)
      connections.set({ pool, state: 'idle' }, idle)
      waiting.set({ pool }, many)
    }
    sockets.set(countSockets())
    return `${await registry.metrics()}\n${await ofProcess.metrics()}`
  }
}
