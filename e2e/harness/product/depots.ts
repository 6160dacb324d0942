import { join } from 'node:path'
import { startOrigin } from './origin.ts'
import { release, root, runNode, type Product } from './product.ts'

const fixtures = join(root, 'e2e/fixtures')

/**
 * The versions of a tiny fifth remote: one that works, one whose screen throws, and one that does what its descriptor
 * does not say.
 */
export const depots = {
  works: join(fixtures, 'fifth-remote'),
  throws: join(fixtures, 'depots-that-throws'),
  wanders: join(fixtures, 'depots-that-wanders'),
}

/** Builds a version of Depots and publishes it into a product. */
export async function publishDepots(product: Pick<Product, 'dataDir'>, folder: string, origin: string): Promise<void> {
  const { code } = await runNode(['--import', 'tsx', 'federation/src/build/cli.ts', folder]).ended
  if (code !== 0) throw new Error(`${folder} could not be built`)
  await release(product, 'publish', folder, '--origin', origin)
}

/** The origin of Depots, answering. The caller stops it. */
export const startDepotsOrigin = (product: Product) => startOrigin(product, 'depots')
