const milliseconds = 1000

/** Sends the first of a key at once, and of those that follow within a second the last one at its end. */
export function onceASecond<Value>(send: (value: Value) => void) {
  const lately = new Map<string, { last?: Value }>()
  return function take(key: string, value: Value): void {
    const told = lately.get(key)
    if (told) return void (told.last = value)
    send(value)
    const first: { last?: Value } = {}
    lately.set(key, first)
    setTimeout(() => {
      lately.delete(key)
      if (first.last !== undefined) take(key, first.last)
    }, milliseconds).unref()
  }
}
