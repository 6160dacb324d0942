import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAttempts } from './attempts-in-storage.ts'

const [older, newer] = ['http://drivers.test/1.0.0-a/', 'http://drivers.test/1.1.0-b/']
let held: string[]

beforeEach(() => {
  held = []
  const locks = {
    request: (name: string, keep: () => Promise<void>) => {
      held.push(name)
      return keep()
    },
    query: async () => ({ held: held.map((name) => ({ name })) }),
  }
  vi.stubGlobal('navigator', { ...navigator, locks })
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The page and all others are gone, without a farewell. */
const crash = () => (held = [])
/** The page is left in good order. */
const leave = () => {
  dispatchEvent(new Event('pagehide'))
  crash()
}

describe('an attempt', () => {
  it('that took its page with it is lost for the next pages, until the screen stands', async () => {
    const page = await openAttempts()
    page.begin(newer)
    expect(page.wasLost(newer)).toBe(false)
    crash()
    const next = await openAttempts()
    expect([next.wasLost(newer), next.wasLost(older)]).toEqual([true, false])
    leave()
    expect((await openAttempts()).wasLost(newer)).toBe(true)
    const again = await openAttempts()
    again.stood(newer)
    expect((await openAttempts()).wasLost(newer)).toBe(false)
  })

  it.each<[string, (page: Awaited<ReturnType<typeof openAttempts>>) => void]>([
    ['that ended', (page) => page.end(newer)],
    ['whose page was left', leave],
  ])('%s is not lost', async (_, finish) => {
    const page = await openAttempts()
    page.begin(newer)
    finish(page)
    crash()
    expect((await openAttempts()).wasLost(newer)).toBe(false)
  })

  it('of a page that still lives is not lost', async () => {
    const page = await openAttempts()
    page.begin(newer)
    expect((await openAttempts()).wasLost(newer)).toBe(false)
  })

  it('is lost for a day', async () => {
    const page = await openAttempts()
    page.begin(newer)
    crash()
    const next = await openAttempts()
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000 })
    expect(next.wasLost(newer)).toBe(false)
    vi.useRealTimers()
  })
})

it.each(['{"trying": 1', '[]', 'null'])('begins anew where the storage holds %s', async (text) => {
  localStorage.setItem('interline-attempts', text)
  const page = await openAttempts()
  expect(page.wasLost(newer)).toBe(false)
  page.begin(newer)
  page.end(newer)
})

const forbidden = () => Promise.reject(new DOMException('forbidden', 'SecurityError'))

it.each([
  ['has no locks', {}],
  ['forbids them', { locks: { request: forbidden, query: forbidden } }],
])('remembers nothing, and holds nothing back, where the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const page = await openAttempts()
  page.begin(newer)
  expect(page.wasLost(newer)).toBe(false)
})
