type Waiting<Item, Result> = {
  item: Item
  key: string
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

type Options<Item, Result> = {
  /** Writes all, in this order, or throws and has written none. One result each. */
  write: (items: Item[]) => Promise<Result[]>
  /** Items with the same key are written in the order they come, never at the same time. */
  keyOf: (item: Item) => string
  /** Whether what `write` threw is one item's fault, so that the others may succeed without it. */
  isFaultOfOne: (error: unknown) => boolean
  /** So many batches are written at once: while the database works on one, the next is made. */
  lines?: number
  /** So many items are written together. */
  most?: number
}

/**
 * Writes items in batches: what comes while the lines are busy goes into the next one together. A result is given when
 * its item is written for good.
 */
export class GroupCommit<Item, Result> {
  readonly #options: Options<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  readonly #busyKeys = new Set<string>()
  #freeLines: number
  #isDue = false

  constructor(options: Options<Item, Result>) {
    this.#options = options
    this.#freeLines = options.lines ?? 3
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, key: this.#options.keyOf(item), resolve, reject })
      this.#writeSoon()
    })
  }

  /** All that arrives in the same turn of the event loop goes along. */
  #writeSoon(): void {
    if (this.#isDue || this.#freeLines === 0 || this.#waiting.length === 0) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      void this.#writeNext()
    })
  }

  async #writeNext(): Promise<void> {
    const { most = 200 } = this.#options
    const batch: Waiting<Item, Result>[] = []
    const next: Waiting<Item, Result>[] = []
    for (const one of this.#waiting) (batch.length < most && !this.#busyKeys.has(one.key) ? batch : next).push(one)
    if (batch.length === 0) return
    this.#waiting = next
    const keys = new Set(batch.map(({ key }) => key))
    for (const key of keys) this.#busyKeys.add(key)
    this.#freeLines -= 1
    this.#writeSoon()
    await this.#write(batch)
    this.#freeLines += 1
    for (const key of keys) this.#busyKeys.delete(key)
    this.#writeSoon()
  }

  async #write(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.write(batch.map(({ item }) => item))
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (batch.length > 1 && this.#options.isFaultOfOne(error)) for (const one of batch) await this.#write([one])
      else for (const { reject } of batch) reject(error)
    }
  }
}
