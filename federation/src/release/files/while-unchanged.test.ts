import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { WhileUnchanged } from './while-unchanged.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-while-unchanged-'))
const file = join(folder, 'live.json')
afterAll(() => rmSync(folder, { recursive: true }))

it('looks at the files once for all who ask in one turn, and again in the next', async () => {
  const known = new WhileUnchanged<'live', number>()
  let looks = 0
  let made = 0
  const get = () => {
    const files = () => ((looks += 1), [file])
    return known.get('live', files, () => (made += 1))
  }
  writeFileSync(file, '1')
  expect([get(), get(), get()]).toEqual([1, 1, 1])
  expect(looks).toBe(1)

  await nextTurn()
  expect(get()).toBe(1)
  expect(looks).toBe(2)

  writeFileSync(file, 'another')
  await nextTurn()
  expect(get()).toBe(2)
})

it('does not remember what could not be made', async () => {
  const known = new WhileUnchanged<'live', number>()
  const fail = () => {
    throw new Error('half a file')
  }
  expect(() => known.get('live', () => [file], fail)).toThrow('half a file')
  expect(
    known.get(
      'live',
      () => [file],
      () => 7,
    ),
  ).toBe(7)
})
