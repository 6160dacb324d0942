import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { GroupCommit } from './group-commit.ts'

type Item = { key: string; n: number }

/** Writes that end when the test says so. */
function setUp(options: { lines?: number; most?: number } = {}) {
  const begun: { batch: Item[]; end: (error?: Error) => void }[] = []
  const commits = new GroupCommit<Item, number>({
    ...options,
    keyOf: ({ key }) => key,
    isFaultOfOne: (error) => error instanceof Error && error.message === 'one',
    write: (batch) =>
      new Promise((resolve, reject) =>
        begun.push({ batch, end: (error) => (error ? reject(error) : resolve(batch.map(({ n }) => n * 10))) }),
      ),
  })
  /** One for what came to its end, one for what begins then. */
  const twoTurns = async () => {
    await nextTurn()
    await nextTurn()
  }
  const numbers = () => begun.map(({ batch }) => batch.map(({ n }) => n))
  return { begun, commits, twoTurns, numbers }
}

describe('group commit', () => {
  it('writes together what comes together, and what comes while all lines are busy', async () => {
    const { begun, commits, twoTurns, numbers } = setUp({ lines: 2 })
    const first = [1, 2].map((n) => commits.add({ key: `a${n}`, n }))
    await twoTurns()
    const second = commits.add({ key: 'b', n: 3 })
    await twoTurns()
    const third = [4, 5, 6].map((n) => commits.add({ key: `c${n}`, n }))
    await twoTurns()
    expect(numbers()).toEqual([[1, 2], [3]])
    begun[1]?.end()
    await expect(second).resolves.toBe(30)
    await twoTurns()
    expect(numbers()).toEqual([[1, 2], [3], [4, 5, 6]])
    begun[0]?.end()
    begun[2]?.end()
    await expect(Promise.all([...first, ...third])).resolves.toEqual([10, 20, 40, 50, 60])
  })

  it('never writes the same key in two lines, and keeps its order', async () => {
    const { begun, commits, twoTurns, numbers } = setUp()
    const all = [commits.add({ key: 'a', n: 1 })]
    await twoTurns()
    all.push(commits.add({ key: 'a', n: 2 }), commits.add({ key: 'b', n: 3 }), commits.add({ key: 'a', n: 4 }))
    await twoTurns()
    expect(numbers()).toEqual([[1], [3]])
    begun[0]?.end()
    await twoTurns()
    expect(numbers()).toEqual([[1], [3], [2, 4]])
    begun[1]?.end()
    begun[2]?.end()
    await expect(Promise.all(all)).resolves.toEqual([10, 20, 30, 40])
  })

  it('writes no more together than it may', async () => {
    const { begun, commits, twoTurns, numbers } = setUp({ lines: 1, most: 2 })
    const all = [1, 2, 3].map((n) => commits.add({ key: 'a', n }))
    await twoTurns()
    begun[0]?.end()
    await twoTurns()
    begun[1]?.end()
    expect(numbers()).toEqual([[1, 2], [3]])
    await expect(Promise.all(all)).resolves.toEqual([10, 20, 30])
  })

  it('writes each by itself when one of them is at fault, so that the others do not fail for it', async () => {
    const { begun, commits, twoTurns, numbers } = setUp({ lines: 1 })
    const all = Promise.allSettled([1, 2, 3].map((n) => commits.add({ key: 'a', n })))
    await twoTurns()
    begun[0]?.end(new Error('one'))
    await twoTurns()
    begun[1]?.end()
    await twoTurns()
    begun[2]?.end(new Error('one'))
    await twoTurns()
    begun[3]?.end()
    expect(numbers()).toEqual([[1, 2, 3], [1], [2], [3]])
    expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      10,
      'Error: one',
      30,
    ])
  })

  it('rejects all when nothing could be written, and goes on with the next', async () => {
    const { begun, commits, twoTurns } = setUp({ lines: 1 })
    const all = Promise.allSettled([commits.add({ key: 'a', n: 1 }), commits.add({ key: 'b', n: 2 })])
    await twoTurns()
    const next = commits.add({ key: 'a', n: 3 })
    begun[0]?.end(new Error('the database is away'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await twoTurns()
    begun[1]?.end()
    await expect(next).resolves.toBe(30)
  })
})
