import { expect } from '@playwright/test'
import { takePorts } from './ports.ts'
import { runNode, type Product } from './product.ts'

/** The origin of a part, answering. The caller stops it. */
export async function startOrigin(product: Product, part: string) {
  const port = await takePorts()
  const running = runNode(['--import', 'tsx', 'federation/src/serve/main.ts', part, String(port)], {
    DATA_DIR: product.dataDir,
  })
  const url = `http://localhost:${port}`
  const isUp = () => fetch(`${url}/healthz`).then(({ ok }) => ok)
  await expect(async () => expect(await isUp(), running.output()).toBe(true)).toPass({ timeout: 30_000 })
  return { url, stop: running.stop }
}
