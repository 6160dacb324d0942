import { join } from 'node:path'
import { startOrigin } from './origin.ts'
import { publishOutside } from './made-remote.ts'
import { release, root, type Product } from './product.ts'

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

/** Builds a remote and publishes it into a product, with the tools of the repository that it stands in. */
export async function publishDepots(product: Pick<Product, 'dataDir'>, folder: string, origin: string): Promise<void> {
  if (!folder.startsWith(root)) return publishOutside(product, folder, origin)
  await release(product, 'publish', folder, '--origin', origin)
}

/** The origin of Depots, answering. The caller stops it. */
export const startDepotsOrigin = (product: Product) => startOrigin(product, 'depots')
