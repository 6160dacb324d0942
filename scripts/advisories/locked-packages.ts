import { productOnly, readSbom } from '../sbom/sbom.ts'

/** A package of the lockfile, of whatever platform. */
export interface LockedPackage {
  name: string
  version: string
  inProduct: boolean
}

/** All that the lockfile names, by name. It alone is read: nothing has to be installed. */
export async function lockedPackages(): Promise<Map<string, LockedPackage[]>> {
  const [all, product] = await Promise.all([
    readSbom([], ['--lockfile-only']),
    readSbom(productOnly, ['--lockfile-only', '--prod']),
  ])
  const inProduct = new Set(product.components.map((component) => component['bom-ref']))
  const packages = new Map<string, LockedPackage[]>()
  for (const { group, name: short, version = '', 'bom-ref': ref } of all.components) {
    if (group === '@interline') continue
    const name = group ? `${group}/${short}` : short
    packages.set(name, [...(packages.get(name) ?? []), { name, version, inProduct: inProduct.has(ref) }])
  }
  return packages
}
