import { statSync } from 'node:fs'

/** What changes when a file is written to or replaced; '' when there is none. */
export function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ') : ''
}

/** Remembers what was made from files for as long as they stay as they are. What throws is not remembered. */
export class WhileUnchanged<Key, Value> {
  readonly #known = new Map<Key, { stamp: string; value: Value }>()

  get(key: Key, files: string[], make: () => Value): Value {
    const stamp = files.map(stampOf).join('\n')
    const known = this.#known.get(key)
    if (known?.stamp === stamp) return known.value
    const value = make()
    this.#known.set(key, { stamp, value })
    return value
  }
}
