import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { launchBrowser } from '../browser.ts'
import { roundTripsOf } from '../../e2e/harness/page/page-requests.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { remotes, root, startProduct } from '../../e2e/harness/product/product.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import { atMost, median, type Check } from '../check.ts'
import { buildMonolith } from '../load/serve/build-monolith.ts'
import { firstLoad, type FirstLoad } from '../load/first-load.ts'
import { serveMonolith } from '../load/serve/serve-monolith.ts'
import { visited } from '../load/visited.ts'
import { drawWaterfall } from './draw-waterfall.ts'

const rounds = 3
const row = 'tbody tr.il-row'

type Kind = 'composed' | 'plain' | 'tuned'
type Load = Omit<FirstLoad, 'page'>
const titles: Record<Kind, string> = {
  composed: 'Composed: shell and drivers, each from its own origin',
  plain: 'The same sources as one webpack build, nothing tuned',
  tuned: 'The same sources as one webpack build with the same tuning',
}

/**
 * Draws how Drivers comes to be loaded, composed and as one build, into docs/pictures: of each the middle one of some
 * loads, all at one scale.
 */
export async function benchWaterfall(): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-'))
  const port = await takePorts()
  const origins = { plain: `http://localhost:${port}`, tuned: `http://localhost:${port + 1}` }
  const product = await startProduct('bench', { ALLOWED_ORIGINS: Object.values(origins).join(',') })
  const servers = [
    await serveMonolith(await buildMonolith('plain', join(folder, 'plain')), port, product.url),
    await serveMonolith(await buildMonolith('tuned', join(folder, 'tuned')), port + 1, product.url),
  ]
  const browser = await launchBrowser()
  try {
    const session = await signInTo('product', product.apiUrl)
    const urls: Record<Kind, string> = { composed: product.url, ...origins }
    const loads: Record<Kind, Load[]> = { composed: [], plain: [], tuned: [] }
    for (let round = 0; round <= rounds; round += 1) {
      for (const kind of Object.keys(urls) as Kind[]) {
        const screen = { url: `${urls[kind]}/drivers`, row }
        const storageState = await visited(browser, { ...screen, storageState: sessionState(urls[kind], session) })
        const load = await firstLoad(browser, { ...screen, storageState }, ({ page: _page, ...seen }) => seen)
        // The first of each warms the servers.
        if (round > 0) loads[kind].push(load)
      }
    }
    const nameOf = (origin: string) => {
      if (origin === product.apiUrl) return 'API'
      const at = Number(new URL(origin).port) - product.port
      return at > 0 && at <= remotes.length ? (remotes[at - 1] ?? '') : origin === product.url ? 'shell' : 'build'
    }
    const middle = (some: Load[]) => some.find(({ table }) => table === median(some.map((one) => one.table))) ?? some[0]
    const until = Math.ceil(Math.max(...Object.values(loads).map((some) => middle(some)?.table ?? 0)) / 250) * 250 + 100
    mkdirSync(join(root, 'docs/pictures'), { recursive: true })
    for (const kind of Object.keys(urls) as Kind[]) {
      const load = middle(loads[kind])
      if (load)
        writeFileSync(
          join(root, `docs/pictures/load-${kind}.svg`),
          drawWaterfall({ title: titles[kind], load, nameOf, until }),
        )
    }
    const composed = middle(loads.composed)
    return [
      atMost(
        'code round trips of the load that was drawn',
        composed ? roundTripsOf(composed.requests) : Infinity,
        2,
        'trips',
      ),
    ]
  } finally {
    await browser.close()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
