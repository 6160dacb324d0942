import { expect, it } from 'vitest'
import { judge, type Message, type Screen, type Stored } from './judge.ts'

const row = (seq: number, index = seq - 1): Stored => ({
  partyId: 'p',
  seq,
  clientId: `bench-${index}`,
  message: `message ${index}`,
})
const screen = (shown: Message[], wrong: string[] = []): Screen => ({
  partyId: 'p',
  shown: new Map(shown.map((one) => [one.seq, one])),
  wrong,
})
const all = [row(1), row(2), row(3)]
const again = { ...row(4, 3), clientId: 'bench-2' }
const swapped = [row(1), row(2, 2), row(3, 1)]

it.each<[string, Stored[], Screen[], [lost: number, doubled: number, reordered: number]]>([
  ['nothing where every screen shows what was sent', all, [screen(all), screen(all)], [0, 0, 0]],
  ['a message that was not stored', all.slice(0, 2), [screen(all.slice(0, 2))], [1, 0, 0]],
  ['a message that a screen does not show', all, [screen(all), screen([row(1), row(3)])], [1, 0, 0]],
  ['a message that is stored twice', [...all, again], [screen([...all, again])], [0, 2, 0]],
  ['two messages in one place', all, [screen(all, ['p: two messages at 2'])], [0, 1, 0]],
  ['messages that overtook each other', swapped, [screen(swapped)], [0, 0, 2]],
  ['a screen with another order', all, [screen(all), screen(swapped)], [0, 0, 2]],
])('finds %s', (_, stored, screens, wanted) => {
  const { lost, doubled, reordered } = judge(stored, screens, 3)
  expect([lost, doubled, reordered]).toEqual(wanted)
})
