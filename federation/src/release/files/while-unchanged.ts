import { statSync } from 'node:fs'

/** A text that changes when a file is written to or replaced; '' when there is none. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ') : ''
}

/**
 * Remembers what was made from files for as long as they stay as they are. What throws is not remembered. Requests that
 * arrived together look at the files once: what was looked at in this turn of the event loop is not looked at again.
 */
export class WhileUnchanged<Key, Value> {
  readonly #known = new Map<Key, { stamp: string; value: Value }>()
  readonly #seenInThisTurn = new Set<Key>()

  get(key: Key, files: () => string[], make: () => Value): Value {
    const known = this.#known.get(key)
    if (known && this.#seenInThisTurn.has(key)) return known.value
    const stamp = files().map(stampOf).join('\n')
    const value = known?.stamp === stamp ? known.value : make()
    this.#known.set(key, { stamp, value })
    if (this.#seenInThisTurn.size === 0) setImmediate(() => this.#seenInThisTurn.clear())
    this.#seenInThisTurn.add(key)
    return value
  }
}
