import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryQuery } from '@interline/shared/contract'
import type { MessageRow } from '../api.ts'
import { pageSize, readEarlier, readIncoming, readNewest } from './history.ts'
import type { Loaded } from './history.ts'

const server = vi.hoisted(() => ({ rows: [] as MessageRow[], queries: [] as HistoryQuery[], knowsParts: true }))

vi.mock('../api.ts', () => ({
  readMessages: async (_: string, part: HistoryQuery) => {
    server.queries.push(part)
    if (!server.knowsParts) return server.rows
    const { before = Infinity, after = 0, limit = Infinity } = part
    const within = server.rows.filter(({ seq }) => Number(seq) < before && Number(seq) > after)
    return part.after === undefined ? within.slice(-limit) : within.slice(0, limit)
  },
}))

const row = (seq: number, more: MessageRow = {}): MessageRow => ({
  _id: `m${seq}`,
  seq,
  sender_id: 'p',
  message: `line ${seq}`,
  seen_at: null,
  ...more,
})
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1))
const numbers = (loaded: Loaded | undefined) => loaded?.rows.map(({ seq }) => seq)
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const newest = (known?: Loaded) => readNewest('p', () => known)

beforeEach(() => Object.assign(server, { rows: rows(250), queries: [], knowsParts: true }))

it('opens with the newest page, and loads upwards to the very first message', async () => {
  let loaded: Loaded | undefined = await newest()
  expect([numbers(loaded), loaded.hasEarlier]).toEqual([span(250 - pageSize + 1, 250), true])
  for (let page = 0; page < 2; page += 1) loaded = await readEarlier('p', () => loaded)
  expect([numbers(loaded), loaded?.hasEarlier]).toEqual([span(1, 250), false])
  server.rows = rows(pageSize)
  expect((await newest()).hasEarlier).toBe(false)
})

it('after a cut reads what is new, and asks only for that', async () => {
  const known = await newest()
  server.rows = rows(253)
  expect(numbers(await newest(known))).toEqual(span(191, 253))
  expect(server.queries.at(-1)).toMatchObject({ after: 249 })
  server.rows = rows(2000)
  expect(numbers(await newest(known))).toEqual(span(191, 2000))
})

it('reads again what was not seen yet by the other side', async () => {
  server.rows = [...rows(100), row(101, { sender_id: 'me' }), ...rows(120).slice(101)]
  const known = await newest()
  server.rows = server.rows.map((one) => (one.seq === 101 ? { ...one, seen_at: 'now' } : one))
  const again = await newest(known)
  expect(again.rows.find(({ seq }) => seq === 101)?.seen_at).toBe('now')
  expect(numbers(again)).toEqual(numbers(known))
})

it('begins anew when the backend holds another history', async () => {
  const known = await newest()
  server.rows = [row(1, { _id: 'other' })]
  expect(numbers(await newest(known))).toEqual([1])
})

it('keeps what was loaded upwards while it caught up', async () => {
  const known = await newest()
  server.rows = rows(251)
  const meanwhile = await readEarlier('p', () => known)
  let calls = 0
  expect(numbers(await readNewest('p', () => (calls++ === 0 ? known : meanwhile)))).toEqual(span(91, 251))
})

it('takes everything from a backend that knows no parts, and asks it for nothing earlier', async () => {
  server.knowsParts = false
  server.rows = rows(250).map(({ seq: _, ...bare }) => bare)
  const all = await newest()
  expect([all.rows.length, all.hasEarlier]).toEqual([250, false])
  expect((await newest(all)).rows).toHaveLength(250)
  expect(await readEarlier('p', () => all)).toBe(all)
  server.rows = rows(pageSize).map((one) => ({ ...one, seq: Number(one.seq) + 5 }))
  const counted = await newest()
  expect(counted.hasEarlier).toBe(true)
  expect(await readEarlier('p', () => counted)).toEqual({ rows: counted.rows, hasEarlier: false })
})

describe('a message from the socket', () => {
  it('§7 is understood with two fields, and has the current time then', () => {
    vi.spyOn(Date, 'now').mockReturnValue(5)
    expect(readIncoming({ senderId: 'p', message: 'hi' })).toEqual({
      row: { _id: null, sender_id: 'p', message: 'hi', createdAt: '1970-01-01T00:00:00.005Z' },
      receiverId: null,
    })
    vi.restoreAllMocks()
  })

  it('is a row of the history with all of ours, its ids as text where a backend counts in numbers', () => {
    const row = { message: 'hi', createdAt: '2024-05-01T00:00:00.000Z', clientId: 'c', seq: 3, sender_name: 'Theo' }
    expect(readIncoming({ ...row, senderId: 7, receiverId: 1, _id: 30 })).toEqual({
      row: { ...row, sender_id: '7', _id: '30' },
      receiverId: '1',
    })
  })

  it.each([
    null,
    'hi',
    {},
    { senderId: 'p' },
    { senderId: '', message: 'hi' },
    { senderId: 'p', message: { html: 1 } },
  ])('is not %j', (payload) => {
    expect(readIncoming(payload)).toBeNull()
  })
})
