import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { depots, publishDepots } from './depots.ts'
import type { Product } from './product.ts'

export type Variant = {
  version: string
  /** The folder of the remote; default: Depots. */
  folder?: string
  /** Files in place of what is there, or beside it, by their paths: `src/routes.tsx`. */
  files?: Record<string, string>
}

/**
 * Builds a remote with another version, and other sources where `files` are given, and publishes it by the real tool:
 * beside the remote, because what it finds by `..` is the same there.
 */
export async function publishVariant(
  product: Pick<Product, 'dataDir'>,
  origin: string,
  { version, folder: from = depots.works, files = {} }: Variant,
): Promise<void> {
  const folder = mkdtempSync(join(dirname(from), 'variant-'))
  try {
    for (const name of ['package.json', 'remote.json', 'tsconfig.json', 'webpack.config.ts', 'src'])
      cpSync(join(from, name), join(folder, name), { recursive: true })
    const packages = join(from, 'node_modules')
    mkdirSync(join(folder, 'node_modules'))
    // A cache is of one build alone.
    for (const name of existsSync(packages) ? readdirSync(packages).filter((one) => one !== '.cache') : [])
      symlinkSync(join(packages, name), join(folder, 'node_modules', name))
    const manifest = join(folder, 'package.json')
    writeFileSync(manifest, JSON.stringify({ ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), version }))
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    if (Object.keys(files).length > 0) checkNoTypes(join(folder, 'src'))
    await publishDepots(product, folder, origin)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Faults that are played need no types, and neither do the sources that import them. */
function checkNoTypes(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => /\.tsx?$/.test(one))
  // The build compares the settings with what it would write.
  for (const name of names.filter((one) => one !== 'settings.ts'))
    writeFileSync(join(folder, name), `// @ts-nocheck\n${readFileSync(join(folder, name), 'utf8')}`)
}
