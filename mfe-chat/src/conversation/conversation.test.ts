import { describe, expect, it } from 'vitest'
import type { MessageRow } from '../api.ts'
import { toLines } from './conversation.ts'
import { isStored } from './history.ts'
import type { Outgoing } from './unsent-store.ts'

const at = (minute: number) => new Date(Date.UTC(2024, 4, 1, 12, minute)).toISOString()
const ms = (minute: number) => Date.parse(at(minute))
const row = (_id: string, sender_id: string, message: unknown, minute: number, more: MessageRow = {}): MessageRow => ({
  _id,
  sender_id,
  message,
  createdAt: at(minute),
  ...more,
})
const sent = (more: Partial<Outgoing> = {}): Outgoing => ({
  clientId: 'c1',
  senderId: 'me',
  receiverId: 'p',
  message: 'hello',
  role: 'User',
  at: ms(9),
  twins: 0,
  state: 'sending',
  attempts: 1,
  emittedAt: ms(9),
  ...more,
})
const merge = (rows: MessageRow[], outgoing: Outgoing[] = [], marks = { delivered: 0, seen: 0 }) =>
  toLines({ rows, outgoing, marks, me: 'me', partyId: 'p' })
const texts = (lines: ReturnType<typeof merge>) => lines.map(({ text }) => text)

describe('a conversation', () => {
  it('§2 is oldest first however the backend orders it, own messages apart from others', () => {
    const lines = merge([row('2', 'p', 'two', 2), row('1', 'me', 'one', 1), row('3', 'someone', 'three', 3)])
    expect(lines.map(({ sender, text }) => [sender, text])).toEqual([
      ['me', 'one'],
      ['party', 'two'],
      ['colleague', 'three'],
    ])
  })

  it('names the colleague who wrote where the backend tells it', () => {
    const lines = merge([
      row('0', 'me', 'mine', 0, { sender_name: 'Me', seq: 0 }),
      row('1', 'theo', 'one', 1, { sender_name: 'Theo Marchetti', seq: 1 }),
      row('2', 'theo', 'two', 2, { seq: 2 }),
    ])
    expect(lines.map(({ sender, senderName }) => [sender, senderName])).toEqual([
      ['me', undefined],
      ['colleague', 'Theo Marchetti'],
      ['colleague', null],
    ])
  })

  it('is in the order of the backend’s count whatever the clocks said, with what is not counted yet where its time is', () => {
    const rows = [
      row('1', 'p', 'one', 5, { seq: 1 }),
      row('2', 'me', 'two', 3, { seq: 2 }),
      row('3', 'p', 'three', 7, { seq: 3 }),
      row('4', 'p', 'four', 1, { seq: 4 }),
    ]
    const outgoing = [
      sent({ at: ms(6), message: 'failed', state: 'failed' }),
      sent({ clientId: 'c2', at: ms(9), message: 'waiting' }),
    ]
    expect(texts(merge(rows, outgoing))).toEqual(['one', 'two', 'failed', 'three', 'four', 'waiting'])
  })

  it('knows by the newest message that was seen that those before it were', () => {
    const rows = [
      row('1', 'me', 'one', 1, { seq: 1, seen_at: null }),
      row('2', 'me', 'two', 2, { seq: 2, seen_at: at(3) }),
      row('3', 'p', 'three', 3, { seq: 3, seen_at: at(4) }),
      row('4', 'me', 'four', 4, { seq: 4, seen_at: null }),
    ]
    expect(merge(rows).map(({ progress }) => progress)).toEqual(['seen', 'seen', null, 'sent'])
  })

  it('keeps a message without a time where it was delivered', () => {
    expect(
      texts(
        merge([row('1', 'p', 'one', 1), { ...row('2', 'p', 'two', 0), createdAt: 'soon' }, row('3', 'p', 'three', 3)]),
      ),
    ).toEqual(['one', 'two', 'three'])
  })

  it('shows a repeated record once, and text only where there is text', () => {
    expect(
      texts(
        merge([row('1', 'p', 'one', 1), row('1', 'p', 'one', 1), row('2', 'p', { html: 1 }, 2), row('3', 'p', 7, 3)]),
      ),
    ).toEqual(['one', '', '7'])
  })

  it.each([
    ['a backend with client ids has it', [row('1', 'me', 'hello', 1, { clientId: 'c1', seq: 1 })], {}, true],
    ['only its older twin is there', [row('1', 'me', 'hello', 1)], { twins: 1 }, false],
    [
      'one more twin than before is there',
      [row('1', 'me', 'hello', 1), row('2', 'me', 'hello', 2)],
      { twins: 1 },
      true,
    ],
    ['the party wrote the same', [row('1', 'p', 'hello', 1)], {}, false],
  ] as const)('§4 knows whether an own message is stored: %s', (_, rows, more, expected) => {
    expect(isStored(rows, sent(more))).toBe(expected)
    expect(merge([...rows], [sent(more)])).toHaveLength(rows.length + (expected ? 0 : 1))
  })

  it.each([
    [sent({ state: 'waiting' }), 'waiting'],
    [sent(), 'sending'],
    [sent({ state: 'assumed' }), null],
    [sent({ state: 'failed' }), 'failed'],
  ])('§4 says how far an own message got (%#)', (entry, expected) => {
    expect(merge([], [entry])[0]?.progress).toBe(expected)
  })

  it('says by the marks that come how far the person got', () => {
    const rows = [7, 8, 9].map((seq) => row(`${seq}`, 'me', 'hello', seq, { seq }))
    expect(merge(rows, [], { delivered: 8, seen: 7 }).map(({ progress }) => progress)).toEqual([
      'seen',
      'delivered',
      'sent',
    ])
  })

  it('shows no ticks for the history of a backend that sends no marks', () => {
    const events = [
      row('1', 'me', 'a', 1),
      row('2', 'me', 'b', 2, { seq: 2, seen_at: at(4) }),
      row('3', 'me', 'c', 3, { seq: 3, delivered_at: at(3) }),
      row('4', 'me', 'd', 4, { seq: 4 }),
    ]
    expect(merge(events).map(({ progress }) => progress)).toEqual([null, 'seen', 'delivered', 'sent'])
  })
})
