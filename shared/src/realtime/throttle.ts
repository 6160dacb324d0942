/** `act` at once for a key, then at most every `everyMs`; what came meanwhile is done once at the end of that time. */
export function throttlePerKey<Key>(act: (key: Key) => void, everyMs: number): (key: Key) => void {
  const again = new Map<Key, boolean>()
  const run = (key: Key) => {
    again.set(key, false)
    act(key)
    setTimeout(() => {
      if (again.get(key)) run(key)
      else again.delete(key)
    }, everyMs)
  }
  return (key) => {
    if (again.has(key)) again.set(key, true)
    else run(key)
  }
}
