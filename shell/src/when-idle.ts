/** Calls `act` when the browser has nothing better to do; the returned function takes that back. */
export function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 300)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(act, { timeout: 4000 })
  return () => window.cancelIdleCallback(handle)
}
