import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { depots, publishDepots } from '../harness/product/depots.ts'
import { root, type Product } from '../harness/product/product.ts'

/** Builds Depots with another version, and other sources where `routes` is given, and publishes it by the real tool. */
export async function publishVariant(
  product: Pick<Product, 'dataDir'>,
  origin: string,
  version: string,
  routes?: string,
): Promise<void> {
  const folder = mkdtempSync(join(root, 'e2e/fixtures/variant-'))
  try {
    for (const name of ['package.json', 'remote.json', 'tsconfig.json', 'webpack.config.ts', 'src'])
      cpSync(join(depots.works, name), join(folder, name), { recursive: true })
    const manifest = join(folder, 'package.json')
    writeFileSync(manifest, JSON.stringify({ ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), version }))
    if (routes !== undefined) writeFileSync(join(folder, 'src/routes.tsx'), routes)
    await publishDepots(product, folder, origin)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
