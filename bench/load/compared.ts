import type { Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { launch, planProduct } from '../../e2e/harness/product/product.ts'
import { buildMonolith } from './build-monolith.ts'
import { installPeers, peerRows, servePeer, type PeerName } from './peers.ts'
import { serveMonolith } from './serve-monolith.ts'

const row = 'tbody tr.il-row'
const rows = { composed: row, 'one bundle': row, ...peerRows }

export type Name = keyof typeof rows
export const names = Object.keys(rows) as Name[]
export type Compared = Awaited<ReturnType<typeof startCompared>>
export type Screen = ReturnType<Compared['screenOf']>

/**
 * The product, the same as one bundle and its peers, each at an origin of its own before the product's API. The caller
 * stops them.
 */
export async function startCompared() {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-'))
  const port = await takePorts()
  const plan = await planProduct('bench')
  const ports: Record<Name, number> = {
    composed: plan.port,
    'one bundle': port,
    'react-admin': port + 1,
    refine: port + 2,
  }
  const urlOf = (name: Name) => `http://localhost:${ports[name]}`
  await installPeers()

  const servers: Server[] = []
  const product = launch({ ...plan, env: { ...plan.env, ALLOWED_ORIGINS: names.map(urlOf).join(',') } })
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
    servers.push(await serveMonolith(await buildMonolith(join(folder, 'monolith')), ports['one bundle'], product.url))
    for (const name of Object.keys(peerRows) as PeerName[])
      servers.push(await servePeer(name, join(folder, name), ports[name], product.apiUrl))
    const session = await signInTo('product', product.apiUrl)
    return {
      product,
      /** Drivers at one of the origins, signed in. */
      screenOf: (name: Name) => ({
        url: `${urlOf(name)}/drivers`,
        row: rows[name],
        storageState: sessionState(urlOf(name), session),
      }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
