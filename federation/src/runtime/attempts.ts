/**
 * What remembers over pages which versions of remotes were being loaded or drawn, and which screens stood. A version is
 * named by its URL, a screen by that and its path. An attempt that has neither ended nor was left with its page has
 * taken the page with it.
 */
export type Attempts = {
  begin(url: string): void
  end(url: string): void
  /** Whether a page before this one did not survive an attempt with this version. */
  wasLost(url: string): boolean
  /** Says that a screen stands. */
  stood(url: string, path: string): void
  hasStood(url: string, path: string): boolean
}

/** Remembers nothing: every screen counts as one that has stood. */
export const forgetAttempts: Attempts = {
  begin: () => undefined,
  end: () => undefined,
  wasLost: () => false,
  stood: () => undefined,
  hasStood: () => true,
}
