import { describe, expect, it } from 'vitest'
import type { MessageRow } from '../api.ts'
import { countTwins, mergeConversation } from './conversation.ts'
import { indexHistory, isStored } from './history-index.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import type { Incoming } from './read-incoming.ts'

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
const merge = (
  rows: MessageRow[],
  incoming: Incoming[] = [],
  outgoing: Outgoing[] = [],
  marks = { delivered: 0, seen: 0 },
) => mergeConversation({ history: indexHistory(rows), incoming, outgoing, marks, me: 'me', partyId: 'p' })
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

  it('names the colleague who wrote where the backend tells it, in the history and as it arrives', () => {
    const named = { sender_name: 'Theo Marchetti', seq: 1 }
    const live = { senderId: 'theo', message: 'two', at: ms(2), twins: 0, _id: '2', seq: 2 }
    const lines = merge(
      [row('1', 'theo', 'one', 1, named), row('0', 'me', 'mine', 0, { sender_name: 'Me', seq: 0 })],
      [
        { ...live, senderName: 'Theo Marchetti' },
        { ...live, _id: '3', seq: 3 },
      ],
    )
    expect(lines.map(({ sender, senderName }) => [sender, senderName])).toEqual([
      ['me', undefined],
      ['colleague', 'Theo Marchetti'],
      ['colleague', 'Theo Marchetti'],
      ['colleague', null],
    ])
  })

  it('is in the order of the backend’s count whatever the clocks said, with what is not counted yet where its time is', () => {
    const rows = [
      row('1', 'p', 'one', 5, { seq: 1 }),
      row('2', 'me', 'two', 3, { seq: 2 }),
      row('3', 'p', 'three', 7, { seq: 3 }),
    ]
    expect(
      texts(
        merge(
          rows,
          [{ senderId: 'p', message: 'four', at: ms(1), twins: 0, _id: '4', seq: 4 }],
          [
            sent({ at: ms(6), message: 'failed', state: 'failed' }),
            sent({ clientId: 'c2', at: ms(9), message: 'waiting' }),
          ],
        ),
      ),
    ).toEqual(['one', 'two', 'failed', 'three', 'four', 'waiting'])
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

  it('§4 adds what arrives, once: by its id, or by one more of its twins where there is none', () => {
    const live = (more: Partial<Incoming>): Incoming => ({ senderId: 'p', message: 'hi', at: ms(5), twins: 0, ...more })
    expect(texts(merge([], [live({ _id: '1' }), live({ _id: '1' })]))).toEqual(['hi'])
    expect(texts(merge([row('1', 'p', 'hi', 1)], [live({ _id: '1' })]))).toEqual(['hi'])
    expect(texts(merge([row('1', 'p', 'hi', 1)], [live({ twins: 1 })]))).toEqual(['hi', 'hi'])
    expect(texts(merge([row('1', 'p', 'hi', 1), row('2', 'p', 'hi', 5)], [live({ twins: 1 })]))).toEqual(['hi', 'hi'])
  })

  it.each([
    ['a backend with client ids has it', [row('1', 'me', 'hello', 1, { clientId: 'c1', seq: 1 })], {}, true],
    ['the acknowledged id is there', [row('9', 'me', 'hello', 1)], { stored: { _id: '9', seq: 1 } }, true],
    ['the acknowledged id is not there yet', [row('8', 'me', 'hello', 1)], { stored: { _id: '9', seq: 1 } }, false],
    ['only its older twin is there', [row('1', 'me', 'hello', 1)], { twins: 1 }, false],
    [
      'one more twin than before is there',
      [row('1', 'me', 'hello', 1), row('2', 'me', 'hello', 2)],
      { twins: 1 },
      true,
    ],
    ['the party wrote the same', [row('1', 'p', 'hello', 1)], {}, false],
  ] as const)('§4 knows whether an own message is stored: %s', (_, rows, more, expected) => {
    expect(isStored(indexHistory(rows), sent(more))).toBe(expected)
    expect(merge([...rows], [], [sent(more)])).toHaveLength(rows.length + (expected ? 0 : 1))
  })

  it.each([
    [sent({ state: 'waiting' }), 'waiting'],
    [sent(), 'sending'],
    [sent({ state: 'sent', stored: { _id: '9', seq: 7 } }), 'seen'],
    [sent({ state: 'sent', stored: { _id: '9', seq: 8 } }), 'delivered'],
    [sent({ state: 'sent', stored: { _id: '9', seq: 9 } }), 'sent'],
    [sent({ state: 'sent' }), 'sent'],
    [sent({ state: 'assumed' }), null],
    [sent({ state: 'failed' }), 'failed'],
  ])('§4 says how far an own message got (%#)', (entry, expected) => {
    expect(merge([], [], [entry], { delivered: 8, seen: 7 })[0]?.progress).toBe(expected)
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

  it('counts twins by sender and text', () => {
    expect(
      countTwins(
        merge([row('1', 'me', 'a', 1), row('2', 'p', 'a', 2), row('3', 'me', 'a', 3), row('4', 'me', 'b', 4)]),
        'me',
        'a',
      ),
    ).toBe(2)
  })
})
