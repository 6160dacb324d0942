import { readStored, writeStored } from '@interline/shared/session'

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
    const { verifier, closes } = (readStored(key) ?? {}) as Record<string, unknown>
    writeStored(key, null)
    return typeof verifier === 'string' ? { verifier, closes: closes === true } : undefined
  },
}

/** Takes what the browser came back with out of the address, so that it stays in no history. */
export function takeFromAddress(): URLSearchParams {
  const { hash, pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
  return new URLSearchParams(hash.slice(1))
}
