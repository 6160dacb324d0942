import { expect, it } from 'vitest'
import { finish, inSlices } from './slices.ts'
import type { Work } from './slices.ts'

function* busy(ms: number): Work<number> {
  const end = performance.now() + ms
  let rounds = 0
  for (; performance.now() < end; rounds += 1) yield
  return rounds
}

it('lets other tasks run in between', async () => {
  let slices = 0
  const timer = setInterval(() => (slices += 1), 1)
  function* untilThird(): Work<number> {
    for (const end = performance.now() + 4000; slices < 3 && performance.now() < end;) yield
    return slices
  }
  expect(await inSlices(untilThird(), new AbortController().signal)).toBe(3)
  clearInterval(timer)
})

it('goes no further once it is aborted', async () => {
  const leaving = new AbortController()
  function* endless(): Work<number> {
    for (let round = 0; ; round += 1) {
      if (round === 1000) leaving.abort()
      yield
    }
  }
  expect(await inSlices(endless(), leaving.signal)).toBeUndefined()
})

it('can be done at once', () => expect(finish(busy(5))).toBeGreaterThan(0))
