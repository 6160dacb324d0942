import { expect, it } from 'vitest'
import { renderHook, waitFor } from '@testing-library/react'
import { useGrowing } from './use-growing.ts'

const people = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `p${from + at}`)
const growing = (keys: string[]) => renderHook(({ now }) => useGrowing(now, now), { initialProps: { now: keys } })
type Grown = { current: ReturnType<typeof useGrowing<string>> }
const shown = ({ current }: Grown) => current.lines.filter(({ at }) => at !== null).map(({ key }) => key)
const hidden = ({ current }: Grown) => current.lines.filter(({ at }) => at === null).map(({ key }) => key)
const allOf = (result: Grown, keys: string[]) => waitFor(() => expect(shown(result)).toEqual(keys), { timeout: 3000 })

it('draws a few new rows at once, and the others soon after', async () => {
  const keys = people(100)
  const { result } = growing(keys)
  expect(shown(result)).toEqual(people(4))
  await allOf(result, keys)
})

it('keeps what stands when some rows change', async () => {
  const { result, rerender } = growing(people(100))
  await allOf(result, people(100))
  const now = ['newcomer', ...people(99, 1)]
  rerender({ now })
  expect(shown(result)).toEqual(now)
  expect(hidden(result)).toEqual([])
})

it('hides at once what left, where it was, and takes it down once the new rows stand', async () => {
  const { result, rerender } = growing(people(100))
  await allOf(result, people(100))
  const now = [...people(2, 1000), 'p50', ...people(97, 2000)]
  rerender({ now })
  expect(shown(result)).toEqual(now.slice(0, 5))
  expect(hidden(result)).toHaveLength(99)
  expect(result.current.lines.findIndex(({ key }) => key === 'p50') - result.current.lines.findIndex(({ key }) => key === 'p0')).toBe(50)
  await allOf(result, now)
  await waitFor(() => expect(hidden(result)).toEqual([]), { timeout: 3000 })
})

it('keeps a row that stays further down, until its turn comes', async () => {
  const { result, rerender } = growing(people(40))
  await allOf(result, people(40))
  const now = [...people(30, 1000), 'p7']
  rerender({ now })
  expect(shown(result)).toEqual(now.slice(0, 4))
  expect(hidden(result)).toContain('p7')
  await waitFor(() => {
    expect(result.current.lines.filter(({ key }) => key === 'p7')).toHaveLength(1)
    expect(shown(result)).toEqual(now)
  }, { timeout: 3000 })
  await waitFor(() => expect(hidden(result)).toEqual([]), { timeout: 3000 })
})

it('shows again what came back before it was taken down', async () => {
  const { result, rerender } = growing(people(100))
  await allOf(result, people(100))
  rerender({ now: people(100, 1000) })
  const back = people(100)
  rerender({ now: back })
  await allOf(result, back)
  await waitFor(() => expect(hidden(result)).toEqual([]), { timeout: 3000 })
})

it('keeps the only row when it comes anew', () => {
  const { result, rerender } = growing(['p1'])
  rerender({ now: ['p1'] })
  expect(result.current.lines).toEqual([{ key: 'p1', row: 'p1', at: 0 }])
})
