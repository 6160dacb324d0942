import { expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { workThrough } from './work-through.ts'

type Answer = 'done' | ApiError

/** Works through rows whose answers are given, one a try, the last one for all that follow. */
async function run(answers: Record<string, Answer[]>, signal = new AbortController().signal) {
  const tries: string[] = []
  const results: Record<string, unknown> = {}
  const untilSignedIn = vi.fn(() => Promise.resolve())
  await workThrough({
    rows: Object.keys(answers),
    work(row) {
      tries.push(row)
      const of = answers[row] ?? []
      const answer = of.length > 1 ? of.shift() : of[0]
      return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve()
    },
    signal,
    onResult: (row, { error }) => (results[row] = error),
    untilSignedIn,
  })
  return { tries, results, untilSignedIn }
}

const refused = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiError({ kind: 'refused', status, ...(retryAfterSeconds !== null && { retryAfterSeconds }) })

it('works on each row once, and goes on after one that is refused', async () => {
  const conflict = refused(409)
  const { tries, results } = await run({ a: ['done'], b: [conflict], c: ['done'] })
  expect(tries).toEqual(['a', 'b', 'c'])
  expect(results).toEqual({ a: null, b: conflict, c: null })
})

it('tries again after a pause what a busy server or a cut connection refused', async () => {
  const { tries, results } = await run({ a: [refused(503, 0.01), refused(429, 0.01), 'done'], b: ['done'] })
  expect(tries.filter((row) => row === 'a')).toHaveLength(3)
  expect(results).toEqual({ a: null, b: null })
})

it('waits until the person is signed in again, and loses no row', async () => {
  const { results, untilSignedIn } = await run({ a: [refused(401), 'done'], b: ['done'] })
  expect(untilSignedIn).toHaveBeenCalledTimes(1)
  expect(results).toEqual({ a: null, b: null })
})

it('begins no row after it was stopped', async () => {
  const stopping = new AbortController()
  stopping.abort()
  expect((await run({ a: ['done'] }, stopping.signal)).tries).toEqual([])
})
