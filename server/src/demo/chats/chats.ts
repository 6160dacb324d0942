import type { Insertable } from 'kysely'
import type { MessagesTable } from '../../database/tables/messages.ts'
import { driverDialogues, userDialogues, type Line } from '../data/dialogues.ts'
import { demoId } from '../moments.ts'
import type { DemoPerson } from '../people.ts'
import type { Random } from '../data/random.ts'

export type DemoChat = {
  partyId: string
  messages: Insertable<MessagesTable>[]
  assignedTo: string | null
  closedAt: Date | null
}

const mostChats = 60
const minute = 60_000
const day = 86_400_000

/**
 * Conversations of a fifth of the people with the support desk: a quarter end with a message that nobody has read yet,
 * half are over and closed.
 */
export function demoChats(
  random: Random,
  now: Date,
  drivers: DemoPerson[],
  users: DemoPerson[],
  administrators: readonly string[],
): DemoChat[] {
  const some = (people: DemoPerson[]) => people.filter((_, n) => n % 5 === 2).slice(-mostChats / 2)
  const parties = [
    ...some(drivers).map((person) => ({ person, dialogues: driverDialogues })),
    ...some(users).map((person) => ({ person, dialogues: userDialogues })),
  ]
  return parties.map(({ person, dialogues }, n) =>
    demoChat(random, now, person, dialogues, random.pick(administrators), n),
  )
}

function demoChat(
  random: Random,
  now: Date,
  person: DemoPerson,
  dialogues: readonly (readonly Line[])[],
  adminId: string,
  n: number,
): DemoChat {
  const lines = random.chance(0.35)
    ? [...random.pick(dialogues), ...random.pick(dialogues)]
    : [...random.pick(dialogues)]
  const isUnread = n % 4 === 0
  while (isUnread && lines.at(-1)?.from === 'support') lines.pop()
  const gaps = lines.map(
    ({ from }) =>
      (from === 'support' ? random.between(2, 25) : random.between(1, 9)) * minute + random.between(0, 59) * 1000,
  )
  const length = gaps.reduce((sum, gap) => sum + gap, 0)
  const lastAt =
    now.getTime() - (n < 6 ? random.between(3, 170) * minute : random.next() ** 2 * 20 * day + 3 * 3_600_000)
  let at = Math.max(person.createdAt.getTime(), lastAt - length)
  const lastBySupport = lines.findLastIndex(({ from }) => from === 'support')
  const messages = lines.map(({ from, text }, index) => {
    at = Math.min(at + (gaps[index] ?? 0), now.getTime() - (lines.length - index) * 1000)
    const createdAt = new Date(at)
    const isSeen =
      from === 'support' ? index < lines.length - 1 || random.chance(0.6) : !isUnread || index < lastBySupport
    const seen_at = isSeen ? new Date(Math.min(at + 20_000, now.getTime())) : null
    return {
      _id: demoId(random, createdAt),
      partyId: person._id,
      seq: index + 1,
      sender_id: from === 'support' ? adminId : person._id,
      receiver_id: from === 'support' ? person._id : adminId,
      message: text.replaceAll('{name}', person.full_name.split(' ')[0] ?? person.full_name),
      clientId: null,
      createdAt,
      delivered_at: seen_at ?? createdAt,
      seen_at,
    }
  })
  const last = messages.at(-1)
  return {
    partyId: person._id,
    messages,
    assignedTo: n % 3 === 0 ? adminId : null,
    closedAt: !isUnread && n % 4 !== 3 && last ? new Date(last.createdAt) : null,
  }
}

/** The row of the conversation: what the list is ordered and filtered by. */
export function demoConversation({ partyId, messages, assignedTo, closedAt }: DemoChat) {
  const last = messages.at(-1)
  return {
    partyId,
    lastSeq: messages.length,
    lastAt: last?.createdAt,
    isUnanswered: last?.sender_id === partyId,
    waitingSince: (messages[messages.findLastIndex(({ sender_id }) => sender_id !== partyId) + 1] ?? last)?.createdAt,
    isUnread: messages.some(({ sender_id, seen_at }) => sender_id === partyId && seen_at === null),
    assignedTo,
    closedAt,
    closedBy: closedAt === null ? null : (messages.find(({ sender_id }) => sender_id !== partyId)?.sender_id ?? null),
  }
}
