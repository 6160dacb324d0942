import type { Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { launch, planProduct } from '../../e2e/harness/product/product.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import { buildMonolith } from './serve/build-monolith.ts'
import { installPeers, peerRows, servePeer } from './peers.ts'
import { serveMonolith } from './serve/serve-monolith.ts'

const row = 'tbody tr.il-row'
const rows = { composed: row, plain: row, tuned: row, ...peerRows }

export type Name = keyof typeof rows
export const names = Object.keys(rows) as Name[]
export type Compared = Awaited<ReturnType<typeof startCompared>>

/**
 * The product, its monoliths and its peers, each at an origin of its own before the product's API. The caller stops
 * them.
 */
export async function startCompared() {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-'))
  const port = await takePorts()
  const at = (offset: number) => `http://localhost:${port + offset}`
  const plan = await planProduct('bench')
  const withLoader = await planProduct('loader', { API_URL: plan.apiUrl, LOADER_MS: '3000' })
  const urls: Record<Name, string> = {
    composed: plan.url,
    plain: at(0),
    tuned: at(1),
    'react-admin': at(2),
    refine: at(3),
  }
  await installPeers()

  const servers: Server[] = []
  const product = launch({
    ...plan,
    env: { ...plan.env, ALLOWED_ORIGINS: [...Object.values(urls), withLoader.url].join(',') },
  })
  const stop = async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await product.printed(/^Ready: /m, 240_000)
    for (const [offset, kind] of (['plain', 'tuned'] as const).entries())
      servers.push(await serveMonolith(await buildMonolith(kind, join(folder, kind)), port + offset, product.url))
    for (const [offset, name] of (['react-admin', 'refine'] as const).entries())
      servers.push(
        await servePeer({
          name,
          page: 'index',
          target: join(folder, name),
          port: port + 2 + offset,
          apiUrl: product.apiUrl,
        }),
      )
    const session = await signInTo('product', product.apiUrl)
    /** Drivers at one of the origins, signed in. */
    const drivers = (url: string, row: string) => ({
      url: `${url}/drivers`,
      row,
      storageState: sessionState(url, session) ?? { cookies: [], origins: [] },
    })
    return {
      product,
      withLoader,
      screenOf: (name: Name) => drivers(urls[name], rows[name]),
      screenWithLoader: drivers(withLoader.url, row),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
