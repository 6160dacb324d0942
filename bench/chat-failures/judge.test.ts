import { expect, it } from 'vitest'
import { judge, type Screens, type Stored } from './judge.ts'

const row = (seq: number, index = seq - 1): Stored => ({
  partyId: 'p',
  seq,
  clientId: `g0-${index}`,
  message: `g0 says ${index}`,
})
const shown = (...rows: Stored[]) => rows.map(({ seq, clientId }) => `${seq} ${clientId}`)
const screen = (writer: string[], reader: string[], wrong: string[] = []): Screens => ({
  writers: [writer],
  readers: [reader],
  wrong,
  connects: 2,
  resent: 0,
})
const all = [row(1), row(2), row(3)]
const verdictOf = (stored: Stored[], screens: Screens, sent = 3) => {
  const { lost, doubled, reordered } = judge([['p']], stored, [screens], sent)
  return { lost, doubled, reordered }
}

it('finds nothing where every screen shows what was sent', () => {
  expect(verdictOf(all, screen(shown(...all), shown(...all)))).toEqual({ lost: 0, doubled: 0, reordered: 0 })
})

it.each([
  [
    'a message that was not stored',
    all.slice(0, 2),
    screen(shown(...all.slice(0, 2)), shown(...all.slice(0, 2))),
    { lost: 1, doubled: 0, reordered: 0 },
  ],
  [
    'a message that a screen does not show',
    all,
    screen(shown(...all), shown(row(1), row(3))),
    { lost: 1, doubled: 0, reordered: 0 },
  ],
  [
    'a message that is stored twice',
    [...all, { ...row(4), clientId: 'g0-2', message: 'g0 says 3' }],
    screen(shown(...all, { ...row(4), clientId: 'g0-2' }), shown(...all, { ...row(4), clientId: 'g0-2' })),
    { lost: 0, doubled: 3, reordered: 0 },
  ],
  [
    'two messages in one place',
    all,
    screen(shown(...all), shown(...all), ['p: two messages at 2']),
    { lost: 0, doubled: 1, reordered: 0 },
  ],
  [
    'messages that overtook each other',
    [row(1), row(2, 2), row(3, 1)],
    screen(shown(row(1), row(2, 2), row(3, 1)), shown(row(1), row(2, 2), row(3, 1))),
    { lost: 0, doubled: 0, reordered: 2 },
  ],
  [
    'a screen with another order',
    all,
    screen(shown(...all), shown(row(1), row(3), row(2))),
    { lost: 0, doubled: 0, reordered: 1 },
  ],
])('finds %s', (_, stored, screens, wanted) => {
  expect(verdictOf(stored, screens)).toEqual(wanted)
})
