import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeRemote } from './harness/product/made-remote.ts'
import { launch, planProduct, runNode } from './harness/product/product.ts'
import { writeInstances } from './harness/product/instances.ts'
import { takePorts } from './harness/product/ports.ts'
import { runFolder } from './harness/product/run-folder.ts'

/**
 * Starts what all specs share: the product with its own API, and the product before the bare backend. Faults are played
 * on a remote of create-remote too.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_FAULTS === '1') await makeRemote()
  // Somebody's running setup is used as it is: a quick way back to a test while writing it.
  if (process.env.INTERLINE_E2E_FOLDER && existsSync(join(process.env.INTERLINE_E2E_FOLDER, 'instances.json')))
    return undefined
  runFolder()
  const barePort = await takePorts()
  const bareUrl = `http://localhost:${barePort}`
  const backend = runNode(['--import', 'tsx', 'e2e/bare-backend/main.ts', String(barePort)])
  const product = launch(await planProduct('product'))
  const bare = launch(await planProduct('bare', { API_URL: bareUrl }))
  const running = [backend, product, bare]

  const stop = async () => {
    await Promise.all(running.map((one) => one.stop()))
    rmSync(runFolder(), { recursive: true, force: true })
  }
  try {
    await backend.printed(/^Bare backend: /m, 30_000)
    await Promise.all([product, bare].map((one) => one.printed(/^Ready: /m, 300_000)))
  } catch (error) {
    await stop()
    throw error
  }
  const where = ({ url, apiUrl, port, dataDir }: typeof product) => ({ url, apiUrl, port, dataDir })
  writeInstances({ product: where(product), bare: where(bare) })
  return stop
}
