import { takePorts } from './ports.ts'
import { join } from 'node:path'
import { release, root, runNode, type Product } from './product.ts'

const fixtures = join(root, 'e2e/fixtures')

/** The versions of a tiny fifth remote: one that works, and one whose screen throws. */
export const depots = { works: join(fixtures, 'fifth-remote'), throws: join(fixtures, 'depots-that-throws') }

/** Builds a version of Depots and publishes it into a product. */
export async function publishDepots(product: Product, folder: string, origin: string): Promise<void> {
  const { code } = await runNode(['--import', 'tsx', 'federation/src/build/cli.ts', folder]).ended
  if (code !== 0) throw new Error(`${folder} could not be built`)
  await release(product, 'publish', folder, '--origin', origin)
}

/** The origin of Depots, answering. The caller stops it. */
export async function startDepotsOrigin(product: Product) {
  const port = await takePorts()
  const running = runNode(['--import', 'tsx', 'federation/src/serve/main.ts', 'depots', String(port)], { DATA_DIR: product.dataDir })
  const url = `http://localhost:${port}`
  for (let attempt = 0; ; attempt += 1) {
    const up = await fetch(`${url}/healthz`).then(({ ok }) => ok, () => false)
    if (up) return { url, stop: running.stop }
    if (attempt > 100) throw new Error(`the origin of depots did not answer:\n${running.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
