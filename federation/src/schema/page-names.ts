/**
 * Cookie of a page: the id of the administrator who is signed in, so that the shell's origin knows which release is
 * theirs.
 */
export const adminCookie = 'interline-admin'

/** Cookie of a page: the salt of the canary that its administrator left. */
export const leftCookie = 'interline-left-canary'

/** `npm run dev -- PART` serves a part here unless it is told otherwise. */
export const usualDevOrigin = 'http://localhost:3190'

/**
 * The one global of a page: URL of a file of its release → the hash it must have. Made by the loader, asked by
 * webpack's runtime.
 */
export const integrityLookup = 'interlineIntegrity'

/**
 * The format of the page that the shell's origin writes and the shell's code reads. Raise it when one of them cannot do
 * with a page of before.
 */
export const pageFormat = 1
