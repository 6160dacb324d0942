import type { PinnedRemote } from '../schema/index.ts'

/**
 * Whether a file of a version that did not load does arrive, but is not what its hash says. Browsers do not say which
 * of the two it was. Resolves with false where hashes cannot be taken.
 */
export async function wasAltered(
  { url, descriptor }: PinnedRemote,
  subtle: SubtleCrypto | undefined,
): Promise<boolean> {
  if (!subtle) return false
  const needed = [descriptor.entry.file, ...Object.values(descriptor.exposes).flatMap(({ js, css }) => [...js, ...css])]
  const differs = descriptor.files
    .filter(({ path }) => needed.includes(path))
    .map(async ({ path, integrity }) => {
      const response = await fetch(url + path, { credentials: 'omit' })
      if (!response.ok) return false
      const hash = new Uint8Array(await subtle.digest('SHA-384', new Uint8Array(await response.arrayBuffer())))
      return `sha384-${btoa(String.fromCharCode(...hash))}` !== integrity
    })
  const found = await Promise.all(differs.map((one) => one.catch(() => false)))
  return found.includes(true)
}
