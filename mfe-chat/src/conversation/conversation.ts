import { textOf } from '@interline/shared/api'
import { toInstant } from '@interline/shared/contract'
import type { MessageRow } from '../api.ts'
import { nameOf } from '../party/party.ts'
import { isStored, seqOf } from './history.ts'
import type { Outgoing } from './unsent-store.ts'

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
  reason?: string | undefined
}

/** Up to which `seq` the party got, and saw, what was written to it. */
export type Marks = { delivered: number; seen: number }

type Conversation = {
  rows: readonly MessageRow[]
  outgoing: readonly Outgoing[]
  marks: Marks
  me: string
  partyId: string
}

/** The history and own messages that it does not hold yet as one list, each message once, oldest first. */
export function toLines({ rows, outgoing, marks: received, me, partyId }: Conversation): Line[] {
  const marks = withMarksOf(rows, received, partyId)
  const lines = new Map<string, Line>()
  rows.forEach((row, at) => {
    const sender = row.sender_id === me ? 'me' : row.sender_id === partyId ? 'party' : 'colleague'
    const key = textOf(row.clientId) || textOf(row._id) || `row-${at}`
    const line: Line = {
      key,
      sender,
      ...(sender === 'colleague' && { senderName: nameOf(row.sender_name) }),
      text: textOf(row.message),
      at: toInstant(row.createdAt),
      progress: sender === 'me' ? progressOf(row, marks) : null,
      seen: isSet(row.seen_at),
      seq: seqOf(row),
    }
    if (!lines.has(key)) lines.set(key, line)
  })
  for (const entry of outgoing) {
    if (isStored(rows, entry)) continue
    const { clientId, state, reason, at, message: text } = entry
    const progress = state === 'assumed' ? null : state
    lines.set(clientId, { key: clientId, sender: 'me', text, at, progress, seen: false, seq: null, clientId, reason })
  }
  return inOrder([...lines.values()])
}

function progressOf(row: MessageRow, marks: Marks): Progress | null {
  const seq = seqOf(row)
  if (seq === null) return null
  if (seq <= marks.seen || isSet(row.seen_at)) return 'seen'
  return seq <= marks.delivered || isSet(row.delivered_at) ? 'delivered' : 'sent'
}

/**
 * A person who saw a message saw those before it. The newest mark in the history covers the marks that came while
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

/**
 * By `seq` where the backend counts: clocks of its nodes may differ. The others stand among them by time; a message
 * without one stays behind the one it was delivered after.
 */
function inOrder(lines: readonly Line[]): Line[] {
  const counted = lines.filter(({ seq }) => seq !== null).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  let last = Number.NEGATIVE_INFINITY
  const placed = counted.map((line) => ({ line, at: (last = Number.isNaN(line.at) ? last : Math.max(last, line.at)) }))
  last = Number.NEGATIVE_INFINITY
  for (const line of lines)
    if (line.seq === null) placed.push({ line, at: (last = Number.isNaN(line.at) ? last : line.at) })
  return placed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ line }) => line)
}

const isSet = (value: unknown) => typeof value === 'string' && value !== ''
