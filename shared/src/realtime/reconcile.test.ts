import { describe, expect, it } from 'vitest'
import { reconcile, acceptLatest } from './reconcile.ts'
import type { Cause, Latest, RowIdentity, ReconciledRows } from './reconcile.ts'

type Row = { id: string | null; name?: string }
const identity: RowIdentity<Row, number> = {
  idOf: ({ id }) => id,
  pendingOf: (_, total, { facts }) =>
    facts > total ? { kind: 'new', count: facts - total } : { kind: 'moved', count: 0 },
}

const rowsOf = (ids: string, names: Record<string, string> = {}): Row[] =>
  [...ids].map((id) => ({ id, ...(names[id] !== undefined && { name: names[id] }) }))
const latest = (cause: Cause, rows: Row[], more: Partial<Latest<Row, number>> = {}): Latest<Row, number> => ({
  queryHash: 'q',
  rows,
  facts: 10,
  cause,
  ...more,
})
const abc = () => reconcile<Row, number>(null, latest('requested', rowsOf('abc')), identity)
const then = (now: ReconciledRows<Row, number>, ...args: Parameters<typeof latest>) =>
  reconcile(now, latest(...args), identity)
const ids = ({ rows }: ReconciledRows<Row, number>) => rows.map(({ id }) => id).join('')

describe('changes by others', () => {
  it('shows a changed row in its place, and all others as the same objects', () => {
    const before = abc()
    const now = then(before, 'live', rowsOf('abc', { b: 'new' }))
    expect(now.rows[1]).toEqual({ id: 'b', name: 'new' })
    expect([now.rows[0], now.rows[2]].map((row) => before.rows.includes(row as Row))).toEqual([true, true])
    expect([...now.changes]).toEqual([['b', 1]])
    expect(now.pending).toBeNull()
  })

  it('never adds, drops or moves a row: that waits', () => {
    const now = then(abc(), 'live', rowsOf('xab', { a: 'new' }), { facts: 11 })
    expect([ids(now), now.facts, now.pending]).toEqual(['abc', 10, { kind: 'new', count: 1 }])
    expect(now.rows[0]).toEqual({ id: 'a', name: 'new' })
    const moved = then(now, 'live', rowsOf('bac'))
    expect([ids(moved), moved.pending?.kind]).toEqual(['abc', 'moved'])
  })

  it('keeps its rows as the same list while only what is hidden differs', () => {
    const before = abc()
    expect(then(before, 'live', rowsOf('xab'), { facts: 11 }).rows).toBe(before.rows)
    expect(then(before, 'live', rowsOf('abc')).rows).toBe(before.rows)
  })

  it('forgets what waits when it is as it was', () => {
    const now = then(then(abc(), 'live', rowsOf('xab'), { facts: 11 }), 'live', rowsOf('abc'))
    expect([ids(now), now.pending]).toEqual(['abc', null])
  })

  it('shows what comes below all shown rows: nothing moves', () => {
    const now = then(abc(), 'live', rowsOf('abcd'), { facts: 11 })
    expect([ids(now), now.facts, now.pending]).toEqual(['abcd', 11, null])
    const first = then(reconcile<Row, number>(null, latest('requested', []), identity), 'live', rowsOf('a'))
    expect(ids(first)).toBe('a')
  })

  it('brings a row up to date that left this page', () => {
    const now = then(abc(), 'live', rowsOf('ac'), {
      facts: 9,
      find: (id) => (id === 'b' ? { id, name: 'gone' } : undefined),
    })
    expect([ids(now), now.rows[1]?.name, now.pending?.kind]).toEqual(['abc', 'gone', 'moved'])
  })

  it('counts each time that a row changed', () => {
    const now = then(then(abc(), 'live', rowsOf('abc', { c: '1' })), 'live', rowsOf('abc', { c: '2' }))
    expect(now.changes.get('c')).toBe(2)
  })

  it('leaves rows without an id as they are', () => {
    const bare = reconcile<Row, number>(
      null,
      latest('requested', [
        { id: null, name: 'first' },
        { id: null, name: 'second' },
      ]),
      identity,
    )
    const now = then(bare, 'live', [
      { id: null, name: 'new' },
      { id: null, name: 'first' },
    ])
    expect(now.rows).toEqual(bare.rows)
    expect(now.pending).not.toBeNull()
    expect(then(now, 'live', structuredClone([...bare.rows])).pending).toBeNull()
  })
})

describe('changes by the reader', () => {
  it.each([
    ['requested', 'v'],
    ['live', 'another query'],
  ] as const)('takes what was %s for (%s)', (cause, queryHash) => {
    const now = then(abc(), cause, rowsOf('xb'), { queryHash, facts: 4 })
    expect([ids(now), now.facts, now.pending]).toEqual(['xb', 4, null])
  })

  it('takes the list after a change of one’s own, unless others put something above it', () => {
    expect(ids(then(abc(), 'own', rowsOf('ac'), { facts: 9 }))).toBe('ac')
    const now = then(abc(), 'own', rowsOf('xab', { b: 'mine' }), { facts: 11 })
    expect([ids(now), now.rows[1]?.name, now.changes.size]).toEqual(['abc', 'mine', 0])
  })

  it('shows the latest, with what is new to the reader marked', () => {
    const before = then(abc(), 'live', rowsOf('xab'), { facts: 11 })
    const now = acceptLatest(before, before.latest, identity, true)
    expect([ids(now), now.facts, now.pending, [...now.changes]]).toEqual(['xab', 11, null, [['x', 1]]])
    expect(now.rows[1]).toBe(before.rows[0])
  })
})
