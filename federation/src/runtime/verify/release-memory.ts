/** What this browser accepted from this origin: the highest release, and the public keys it led to, the root first. */
export type ReleaseMemory = {
  number: number
  /** SHA-256 of the release's text; null where the browser could not take it. */
  hash: string | null
  /** The highest canary, if any. */
  canary?: { number: number; hash: string | null }
  root: string
  trusted: string[]
  retired: string[]
}

const storageKey = 'interline.release'

const isMemory = (value: unknown): value is ReleaseMemory => {
  const { number, root, trusted, retired } = (value ?? {}) as Partial<ReleaseMemory>
  return typeof number === 'number' && typeof root === 'string' && Array.isArray(trusted) && Array.isArray(retired)
}

/** Null on a first visit, and where the browser lets us keep nothing. */
export function recallRelease(storage: Pick<Storage, 'getItem'>): ReleaseMemory | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return isMemory(stored) ? stored : null
  } catch {
    return null
  }
}

export function rememberRelease(storage: Pick<Storage, 'setItem'>, memory: ReleaseMemory): void {
  try {
    storage.setItem(storageKey, JSON.stringify(memory))
  } catch {
    // Without storage every visit is a first visit.
  }
}
