import { integrityLookup } from '../schema/integrity-lookup.ts'
import type { Release } from '../schema/index.ts'

/** A hash that no file has: the browser refuses whatever arrives. */
const refused = `sha384-${'A'.repeat(64)}`

/** URL → hash of each file of a release. The shell's are named as this page reaches it, whatever name its origin has. */
export function integrityOf({ shell, remotes, fallbacks }: Release): (url: string) => string {
  const shellBase = new URL(new URL(shell.url).pathname, location.href).href
  const hashes = new Map([
    ...shell.descriptor.files.map(({ path, integrity }) => [shellBase + path, integrity] as const),
    ...[...Object.values(remotes), ...Object.values(fallbacks)].flatMap(({ url, descriptor }) => descriptor.files.map(({ path, integrity }) => [url + path, integrity] as const)),
  ])
  return (url) => hashes.get(new URL(url, location.href).href) ?? refused
}

/** Gives webpack's runtime, in the shell and in every remote, the hashes of this page's release; nobody can replace them later. */
export function sealIntegrity(release: Release): (url: string) => string {
  const lookup = integrityOf(release)
  if (!Object.hasOwn(globalThis, integrityLookup)) Object.defineProperty(globalThis, integrityLookup, { value: lookup })
  return lookup
}
