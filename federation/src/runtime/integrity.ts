import { integrityLookup } from '../schema/page-names.ts'
import type { Release } from '../schema/index.ts'

/** A hash that no file has: the browser refuses whatever arrives. */
const refused = `sha384-${'A'.repeat(64)}`

/**
 * Hashes of the files that a dev override lets in. It is used only for files that the release does not name, and only
 * the shell can set it.
 */
let overridden: (url: string) => string | undefined = () => undefined
export const allowAlso = (hashOf: (url: string) => string | undefined) => void (overridden = hashOf)

/**
 * URL → hash of each file of a release. The shell's are named as this page reaches it, whatever name its origin has.
 */
export function integrityOf({ shell, remotes, fallbacks }: Release): (url: string) => string {
  const shellBase = new URL(new URL(shell.url).pathname, location.href).href
  const hashes = new Map([
    ...shell.descriptor.files.map(({ path, integrity }) => [shellBase + path, integrity] as const),
    ...[...Object.values(remotes), ...Object.values(fallbacks)].flatMap(({ url, descriptor }) =>
      descriptor.files.map(({ path, integrity }) => [url + path, integrity] as const),
    ),
  ])
  return (url) => {
    const { href } = new URL(url, location.href)
    return hashes.get(href) ?? overridden(href) ?? refused
  }
}

/**
 * Gives webpack's runtime, in the shell and in every remote, the hashes of this page's release; nobody can replace them
 * later.
 */
export function sealIntegrity(release: Release): void {
  if (!Object.hasOwn(globalThis, integrityLookup))
    Object.defineProperty(globalThis, integrityLookup, { value: integrityOf(release) })
}

/** The hash that a file of this page must have, once it is sealed. */
export const sealedIntegrity = (url: string) =>
  (Reflect.get(globalThis, integrityLookup) as (url: string) => string)(url)
