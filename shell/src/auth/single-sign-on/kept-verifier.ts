const key = 'interline-sign-in-verifier'

type Kept = { verifier: string; closes: boolean }

/**
 * The value that binds a sign-in at the provider to this browser, until it comes back; in local storage, because it may
 * come back in another tab. `closes` is for a tab that was opened for the sign-in alone.
 */
export const keptVerifier = {
  /** Throws where storage is forbidden: the sign-in could not come back. */
  put: (kept: Kept) => localStorage.setItem(key, JSON.stringify(kept)),
  take(): Kept | undefined {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      localStorage.removeItem(key)
      if (typeof kept !== 'object' || kept === null || !('verifier' in kept) || typeof kept.verifier !== 'string')
        return undefined
      return { verifier: kept.verifier, closes: 'closes' in kept && kept.closes === true }
    } catch {
      return undefined
    }
  },
}
