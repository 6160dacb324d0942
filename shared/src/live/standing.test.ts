import { describe, expect, it } from 'vitest'
import { follow, take } from './standing.ts'
import type { Cause, Latest, Reads, Standing } from './standing.ts'

type Row = { id: string | null; name?: string }
const reads: Reads<Row, number> = { idOf: ({ id }) => id, newsOf: (_, total, { facts }) => (facts > total ? { kind: 'new', count: facts - total } : { kind: 'moved', count: 0 }) }

const rowsOf = (ids: string, names: Record<string, string> = {}): Row[] => [...ids].map((id) => ({ id, ...(names[id] !== undefined && { name: names[id] }) }))
const latest = (cause: Cause, rows: Row[], more: Partial<Latest<Row, number>> = {}): Latest<Row, number> => ({ view: 'v', rows, facts: 10, cause, ...more })
const abc = () => follow<Row, number>(null, latest('asked', rowsOf('abc')), reads)
const then = (now: Standing<Row, number>, ...args: Parameters<typeof latest>) => follow(now, latest(...args), reads)
const ids = ({ rows }: Standing<Row, number>) => rows.map(({ id }) => id).join('')

describe('what others do', () => {
  it('shows a changed row in its place, and all others as the same objects', () => {
    const before = abc()
    const now = then(before, 'live', rowsOf('abc', { b: 'new' }))
    expect(now.rows[1]).toEqual({ id: 'b', name: 'new' })
    expect([now.rows[0], now.rows[2]].map((row) => before.rows.includes(row as Row))).toEqual([true, true])
    expect([...now.changes]).toEqual([['b', 1]])
    expect(now.news).toBeNull()
  })

  it('never adds, drops or moves a row: that is news', () => {
    const now = then(abc(), 'live', rowsOf('xab', { a: 'new' }), { facts: 11 })
    expect([ids(now), now.facts, now.news]).toEqual(['abc', 10, { kind: 'new', count: 1 }])
    expect(now.rows[0]).toEqual({ id: 'a', name: 'new' })
    const moved = then(now, 'live', rowsOf('bac'))
    expect([ids(moved), moved.news?.kind]).toEqual(['abc', 'moved'])
  })

  it('keeps its rows as the same list while only what is hidden differs', () => {
    const before = abc()
    expect(then(before, 'live', rowsOf('xab'), { facts: 11 }).rows).toBe(before.rows)
    expect(then(before, 'live', rowsOf('abc')).rows).toBe(before.rows)
  })

  it('forgets the news when it is as it was', () => {
    const now = then(then(abc(), 'live', rowsOf('xab'), { facts: 11 }), 'live', rowsOf('abc'))
    expect([ids(now), now.news]).toEqual(['abc', null])
  })

  it('shows what comes below all that stands: nothing moves', () => {
    const now = then(abc(), 'live', rowsOf('abcd'), { facts: 11 })
    expect([ids(now), now.facts, now.news]).toEqual(['abcd', 11, null])
    const first = then(follow<Row, number>(null, latest('asked', []), reads), 'live', rowsOf('a'))
    expect(ids(first)).toBe('a')
  })

  it('brings a row up to date that left this page', () => {
    const now = then(abc(), 'live', rowsOf('ac'), { facts: 9, find: (id) => (id === 'b' ? { id, name: 'gone' } : undefined) })
    expect([ids(now), now.rows[1]?.name, now.news?.kind]).toEqual(['abc', 'gone', 'moved'])
  })

  it('counts each time that a row changed', () => {
    const now = then(then(abc(), 'live', rowsOf('abc', { c: '1' })), 'live', rowsOf('abc', { c: '2' }))
    expect(now.changes.get('c')).toBe(2)
  })

  it('leaves rows without an id as they are', () => {
    const bare = follow<Row, number>(null, latest('asked', [{ id: null, name: 'first' }, { id: null, name: 'second' }]), reads)
    const now = then(bare, 'live', [{ id: null, name: 'new' }, { id: null, name: 'first' }])
    expect(now.rows).toEqual(bare.rows)
    expect(now.news).not.toBeNull()
    expect(then(now, 'live', structuredClone([...bare.rows])).news).toBeNull()
  })
})

describe('what the reader does', () => {
  it.each([['asked', 'v'], ['live', 'another view']] as const)('takes what was %s for (%s)', (cause, view) => {
    const now = then(abc(), cause, rowsOf('xb'), { view, facts: 4 })
    expect([ids(now), now.facts, now.news]).toEqual(['xb', 4, null])
  })

  it('takes the list after a change of one’s own, unless others put something above it', () => {
    expect(ids(then(abc(), 'own', rowsOf('ac'), { facts: 9 }))).toBe('ac')
    const now = then(abc(), 'own', rowsOf('xab', { b: 'mine' }), { facts: 11 })
    expect([ids(now), now.rows[1]?.name, now.changes.size]).toEqual(['abc', 'mine', 0])
  })

  it('shows the latest, with what is new to the reader marked', () => {
    const before = then(abc(), 'live', rowsOf('xab'), { facts: 11 })
    const now = take(before, before.latest, reads, true)
    expect([ids(now), now.facts, now.news, [...now.changes]]).toEqual(['xab', 11, null, [['x', 1]]])
    expect(now.rows[1]).toBe(before.rows[0])
  })
})
