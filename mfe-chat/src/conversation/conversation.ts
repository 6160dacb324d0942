import { textOf } from '@interline/shared/api'
import { toInstant } from '@interline/shared/time'
import type { MessageRow } from '../api.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { nameOf } from '../party/party.ts'
import { isKnown, isStored } from './history-index.ts'
import type { History } from './history-index.ts'
import type { Incoming } from './read-incoming.ts'

export type Progress = 'waiting' | 'sending' | 'sent' | 'delivered' | 'seen' | 'failed'

/** One message on screen. */
export type Line = {
  key: string
  sender: 'me' | 'party' | 'colleague'
  /** The colleague's, where the backend tells it. */
  senderName?: string | null
  text: string
  /** Milliseconds since 1970; NaN where there is no time. */
  at: number
  /** How far an own message got; null where the backend does not tell. */
  progress: Progress | null
  /** Whether the party's message is known to have been seen. */
  seen: boolean
  /** Its number in the conversation, from 1, where the backend counts. */
  seq: number | null
  clientId?: string
  reason?: string
}

/** Up to which `seq` the party got, and saw, what was written to it. */
export type Marks = { delivered: number; seen: number }

type Conversation = {
  history: History
  incoming: readonly Incoming[]
  outgoing: readonly Outgoing[]
  marks: Marks
  me: string
  partyId: string
}

/** History, live and own messages as one list, each message once, oldest first. */
export function mergeConversation({ history, incoming, outgoing, marks: received, me, partyId }: Conversation): Line[] {
  const marks = withMarksOf(history.rows, received, partyId)
  const senderOf = (id: unknown): Line['sender'] => (id === me ? 'me' : id === partyId ? 'party' : 'colleague')
  const progressOf = (seq: unknown, row: MessageRow = {}): Progress | null => {
    if (typeof seq !== 'number') return null
    if (seq <= marks.seen || isSet(row.seen_at)) return 'seen'
    return seq <= marks.delivered || isSet(row.delivered_at) ? 'delivered' : 'sent'
  }

  const lines: Line[] = history.rows.map((row, at) => {
    const sender = senderOf(row.sender_id)
    return {
      key: textOf(row.clientId) || textOf(row._id) || `row-${at}`,
      sender,
      ...(sender === 'colleague' && { senderName: nameOf(row.sender_name) }),
      text: textOf(row.message),
      at: toInstant(row.createdAt),
      progress: sender === 'me' ? progressOf(row.seq, row) : null,
      seen: isSet(row.seen_at),
      seq: seqOf(row),
    }
  })
  const shown = new Set<string>()
  incoming.forEach((message, at) => {
    if (isKnown(history, message) || (message._id !== undefined && shown.has(message._id))) return
    if (message._id !== undefined) shown.add(message._id)
    const sender = senderOf(message.senderId)
    const key = message.clientId ?? message._id ?? `live-${at}`
    lines.push({
      key,
      sender,
      ...(sender === 'colleague' && { senderName: nameOf(message.senderName) }),
      text: message.message,
      at: message.at,
      progress: sender === 'me' ? progressOf(message.seq) : null,
      seen: false,
      seq: message.seq ?? null,
    })
  })
  for (const entry of outgoing) {
    if (isStored(history, entry)) continue
    const { clientId, state, stored, reason, at, message: text } = entry
    const progress = state === 'assumed' ? null : state === 'sent' ? (progressOf(stored?.seq) ?? 'sent') : state
    lines.push({
      key: clientId,
      sender: 'me',
      text,
      at,
      progress,
      seen: false,
      seq: stored?.seq ?? null,
      clientId,
      ...(reason !== undefined && { reason }),
    })
  }
  return inOrder(lines)
}

/**
 * Who saw a message has got and seen those before it. The newest mark in the history covers the marks that came while
 * this page was not connected.
 */
function withMarksOf(rows: readonly MessageRow[], received: Marks, partyId: string): Marks {
  const upTo = (field: 'delivered_at' | 'seen_at') =>
    seqOf(rows.findLast((row) => row.sender_id !== partyId && isSet(row[field]))) ?? 0
  return {
    delivered: Math.max(received.delivered, upTo('delivered_at')),
    seen: Math.max(received.seen, upTo('seen_at')),
  }
}

export const seqOf = (row: MessageRow | undefined): number | null => (typeof row?.seq === 'number' ? row.seq : null)

/**
 * By `seq` where the backend counts: clocks of its nodes may differ. The others by time; a message without one stays
 * behind the one it was delivered after.
 */
function inOrder(lines: Line[]): Line[] {
  const counted = lines.filter(({ seq }) => seq !== null).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  const timed = byTime(lines.filter(({ seq }) => seq === null))
  if (counted.length === 0) return timed
  const ordered: Line[] = []
  let next = 0
  let last = Number.NEGATIVE_INFINITY
  for (const line of counted) {
    last = Number.isNaN(line.at) ? last : Math.max(last, line.at)
    for (let waiting = timed[next]; waiting && waiting.at < last; waiting = timed[(next += 1)]) ordered.push(waiting)
    ordered.push(line)
  }
  return [...ordered, ...timed.slice(next)]
}

function byTime(lines: Line[]): Line[] {
  let last = Number.NEGATIVE_INFINITY
  const dated = lines.map((line) => {
    last = Number.isNaN(line.at) ? last : line.at
    return { line, time: last }
  })
  return dated.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)).map(({ line }) => line)
}

export const countTwins = (lines: readonly Line[], sender: Line['sender'], text: string) =>
  lines.filter((line) => line.sender === sender && line.text === text).length

const isSet = (value: unknown) => typeof value === 'string' && value !== ''
