const key = 'interline-sign-in-verifier'

type Stored = { verifier: string; closes: boolean }

/**
 * The value that binds a sign-in at the provider to this browser, until it comes back; in local storage, because it may
 * come back in another tab. `closes` is for a tab that was opened for the sign-in alone.
 */
export const storedVerifier = {
  /** Throws where storage is forbidden: the sign-in could not come back. */
  put: (stored: Stored) => localStorage.setItem(key, JSON.stringify(stored)),
  take(): Stored | undefined {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      localStorage.removeItem(key)
      if (
        typeof stored !== 'object' ||
        stored === null ||
        !('verifier' in stored) ||
        typeof stored.verifier !== 'string'
      )
        return undefined
      return { verifier: stored.verifier, closes: 'closes' in stored && stored.closes === true }
    } catch {
      return undefined
    }
  },
}
