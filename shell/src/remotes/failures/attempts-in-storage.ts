import { forgetAttempts, type Attempts } from '@interline/federation/runtime'
import { readStored, writeStored } from '@interline/shared/session'

const key = 'interline-attempts'
const lostForMs = 24 * 60 * 60 * 1000

type Stored = {
  /** Attempts that are under way: the version, and the page. */
  trying: [url: string, page: string][]
  /** Versions that a page did not survive, and when that was found. */
  lost: [url: string, at: number][]
}

const read = (): Stored => ({ trying: [], lost: [], ...(readStored(key) as Partial<Stored> | null) })

function change(how: (stored: Stored) => Partial<Stored>) {
  const stored = read()
  writeStored(key, { ...stored, ...how(stored) })
}

const lockOf = (page: string) => `interline-page ${page}`

/** Takes the attempts of pages that live no more for lost: a page holds a lock for as long as it lives. */
async function findLost(locks: LockManager) {
  if (read().trying.length === 0) return
  const living = new Set(((await locks.query()).held ?? []).map(({ name }) => name))
  const isOver = ([, page]: [string, string]) => !living.has(lockOf(page))
  change(({ trying, lost }) => {
    const found = trying.filter(isOver).map(([url]): [string, number] => [url, Date.now()])
    const before = lost.filter(([url, at]) => Date.now() - at < lostForMs && !found.some(([one]) => one === url))
    return { trying: trying.filter((one) => !isOver(one)), lost: [...before, ...found] }
  })
}

/**
 * Attempts in the browser's storage. One of a page that lives no more and did not leave in good order took that page
 * with it. Without locks (no secure context) nothing is remembered.
 */
export async function openAttempts(): Promise<Attempts> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return forgetAttempts
  const page = crypto.randomUUID()
  try {
    await findLost(locks)
    await new Promise<void>((resolve, reject) => {
      const isHeld = () => {
        resolve()
        return new Promise<never>(() => undefined)
      }
      locks.request(lockOf(page), isHeld).catch(reject)
    })
  } catch {
    // Firefox forbids them with all cookies blocked.
    return forgetAttempts
  }
  const { lost } = read()
  const begun = new Set<string>()
  const end = (urls: string[]) =>
    change(({ trying }) => ({ trying: trying.filter(([url, by]) => by !== page || !urls.includes(url)) }))
  addEventListener('pagehide', () => begun.size > 0 && end([...begun]))
  return {
    begin(url) {
      begun.add(url)
      change(({ trying }) => ({ trying: [...trying.filter(([one]) => one !== url), [url, page]] }))
    },
    end(url) {
      if (begun.delete(url)) end([url])
    },
    wasLost: (url) => lost.some(([one, at]) => one === url && Date.now() - at < lostForMs),
    stood(url) {
      if (lost.some(([one]) => one === url)) change((stored) => ({ lost: stored.lost.filter(([one]) => one !== url) }))
    },
  }
}
