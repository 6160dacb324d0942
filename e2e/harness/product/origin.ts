import { takePorts } from './ports.ts'
import { runNode, type Product } from './product.ts'

/** The origin of a part, answering. The caller stops it. */
export async function startOrigin(product: Product, part: string) {
  const port = await takePorts()
  const running = runNode(['--import', 'tsx', 'federation/src/serve/main.ts', part, String(port)], {
    DATA_DIR: product.dataDir,
  })
  const url = `http://localhost:${port}`
  for (let attempt = 0; ; attempt += 1) {
    const up = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return { url, stop: running.stop }
    if (attempt > 100) throw new Error(`the origin of ${part} did not answer:\n${running.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
