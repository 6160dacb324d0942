/** `act` as it is called, but for a page that nobody sees only once it is seen again, and then once for each key. */
export function whileSeen<Key>(act: (key: Key) => void): (key: Key) => void {
  const waiting = new Set<Key>()
  const catchUp = () => {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', catchUp)
    const keys = [...waiting]
    waiting.clear()
    keys.forEach(act)
  }
  return (key) => {
    if (!document.hidden) return act(key)
    waiting.add(key)
    document.addEventListener('visibilitychange', catchUp)
  }
}
