/**
 * Remembers over pages the versions of remotes, each by its URL, that were being loaded or drawn. An attempt that has
 * neither ended nor was left with its page has taken the page with it.
 */
export type Attempts = {
  begin(url: string): void
  end(url: string): void
  /** Whether a page before this one did not survive an attempt with this version. */
  wasLost(url: string): boolean
  /** Says that a screen of the version stands: it is not lost any more. */
  stood(url: string): void
}

/** Remembers nothing. */
export const forgetAttempts: Attempts = {
  begin: () => undefined,
  end: () => undefined,
  wasLost: () => false,
  stood: () => undefined,
}
