import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

const patienceMilliseconds = 250
const quietMilliseconds = 1000
const longestRestMilliseconds = 50

/**
 * Work that nobody waits for, in pieces of some milliseconds, one at a time. None begins while an answer is being made, for as long as
 * patience lasts; while there are people who ask, each is followed by a rest as long as it took.
 */
export class Background {
  #answering = 0
  #answeredAt = -Infinity
  #tookMilliseconds = 0
  #whenIdle: (() => void)[] = []

  /** Somebody waits for this. */
  async answer<T>(work: () => Promise<T>): Promise<T> {
    this.#answering += 1
    try {
      return await work()
    } finally {
      this.#answering -= 1
      this.#answeredAt = performance.now()
      if (this.#answering === 0) for (const resume of this.#whenIdle.splice(0)) resume()
    }
  }

  async piece<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() - this.#answeredAt < quietMilliseconds) await pause(Math.min(longestRestMilliseconds, this.#tookMilliseconds))
    // The embedded database works in this thread and answers at once: without a turn of the event loop nobody could even ask.
    await turn()
    if (this.#answering > 0) await this.#idle()
    const from = performance.now()
    try {
      return await work()
    } finally {
      this.#tookMilliseconds = performance.now() - from
    }
  }

  async #idle(): Promise<void> {
    const patience = new AbortController()
    const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve))
    await Promise.race([idle, pause(patienceMilliseconds, undefined, { signal: patience.signal }).catch(() => undefined)])
    patience.abort()
  }
}
