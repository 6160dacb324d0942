import type { PinnedRemote } from '../schema/index.ts'

/** How long a file may take here, in ms: its connection is missed by whoever loads another version from that origin. */
const longestMs = 2000

/** The files of a version that a first visit needs, each as `ask` answers for it; undefined for one that fails. */
function askForFiles<Answer>(
  { url, descriptor }: PinnedRemote,
  caching: RequestCache,
  ask: (response: Response, integrity: string) => Promise<Answer>,
): Promise<(Answer | undefined)[]> {
  const needed = [descriptor.entry.file, ...Object.values(descriptor.exposes).flatMap(({ js, css }) => [...js, ...css])]
  return Promise.all(
    descriptor.files
      .filter(({ path }) => needed.includes(path))
      .map(async ({ path, integrity }) => {
        const response = await fetch(url + path, {
          cache: caching,
          credentials: 'same-origin',
          signal: AbortSignal.timeout(longestMs),
        })
        return ask(response, integrity)
      })
      .map((answer) => answer.catch(() => undefined)),
  )
}

/**
 * Has the origin send the files of a version again, over whatever copies the browser has: one that was refused for its
 * hash stays in the cache for as long as its headers say. Resolves in any case, at the latest after 2 s.
 */
export async function fetchAnew(version: PinnedRemote): Promise<void> {
  await askForFiles(version, 'reload', (response) => response.arrayBuffer())
}

/** Has the browser keep the files of a version, and runs none. Resolves in any case, at the latest after 2 s. */
export async function fetchAhead(version: PinnedRemote): Promise<void> {
  await askForFiles(version, 'default', (response) => response.arrayBuffer())
}

/**
 * Whether a file of a version that did not load does arrive, but is not what its hash says. Browsers do not say which
 * of the two it was. Resolves with false where hashes cannot be taken.
 */
export async function wasAltered(version: PinnedRemote, subtle: SubtleCrypto | undefined): Promise<boolean> {
  if (!subtle) return false
  const differs = await askForFiles(version, 'default', async (response, integrity) => {
    if (!response.ok) return false
    const hash = new Uint8Array(await subtle.digest('SHA-384', new Uint8Array(await response.arrayBuffer())))
    return `sha384-${btoa(String.fromCharCode(...hash))}` !== integrity
  })
  return differs.includes(true)
}
