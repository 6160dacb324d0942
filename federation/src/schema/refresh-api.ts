/**
 * Where a page finds what keeps the state of components while a remote's source changes. A build from source puts it
 * there; the page that runs it says when the next build begins to load (`begin`), and whether it is taken.
 */
export const refreshKey = Symbol.for('interline.refresh')

export type RefreshApi = { begin: () => void; commit: () => void; discard: () => void }
