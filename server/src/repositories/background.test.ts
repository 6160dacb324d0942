import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Background } from './background.ts'

const open = () => {
  let release: () => void = () => undefined
  const until = new Promise<void>((resolve) => (release = resolve))
  return { until, release }
}

it('begins no piece while an answer is being made', async () => {
  const background = new Background()
  const { until, release } = open()
  const done: string[] = []
  const answer = background.answer(() => until.then(() => done.push('answer')))
  const piece = background.piece(async () => done.push('piece'))
  await pause(50)
  expect(done).toEqual([])
  release()
  await Promise.all([answer, piece])
  expect(done).toEqual(['answer', 'piece'])
})

it('gets on in the end though somebody always waits', async () => {
  const background = new Background()
  const { until, release } = open()
  const answer = background.answer(() => until)
  await expect(background.piece(async () => 'a piece')).resolves.toBe('a piece')
  release()
  await answer
})

it('lets others have their turn between pieces that answer at once', async () => {
  const background = new Background()
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns += 1) await turn()
  })()
  for (let n = 0; n < 20; n += 1) await background.piece(async () => undefined)
  isOver = true
  await others
  expect(turns).toBeGreaterThanOrEqual(19)
})

it('rests after a piece as long as it took while there are people who ask', async () => {
  const background = new Background()
  const ends: number[] = []
  const piece = () => background.piece(async () => {
    const from = performance.now()
    await pause(30)
    ends.push(performance.now())
    return from
  })
  await piece()
  const unhurried = await piece()
  expect(unhurried - (ends[0] ?? NaN)).toBeLessThan(20)
  await background.answer(async () => undefined)
  const rested = await piece()
  expect(rested - (ends[1] ?? NaN)).toBeGreaterThanOrEqual(25)
})

it('tells who waits for a piece what fails, and goes on', async () => {
  const background = new Background()
  await expect(background.piece(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  await expect(background.piece(async () => 1)).resolves.toBe(1)
})
