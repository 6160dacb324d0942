import { toInstant } from '@interline/shared'
import type { MessageRow } from './api.ts'

export type Progress = 'waiting' | 'sending' | 'sent' | 'delivered' | 'seen' | 'failed'

/** One message on screen. */
export type Line = {
  key: string
  sender: 'me' | 'party' | 'colleague'
  text: string
  /** Milliseconds since 1970; NaN when nobody told. */
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

/** A message that came over the socket. `twins`: how many of the same sender and text were on screen then. */
export type Incoming = { senderId: string; message: string; at: number; twins: number; _id?: string; clientId?: string; seq?: number }

/** An own message from Enter until the history has it. */
export type Outgoing = {
  clientId: string
  senderId: string
  receiverId: string
  message: string
  role: 'Driver' | 'User'
  at: number
  twins: number
  /** `assumed`: sent to a backend that acknowledges nothing. */
  state: 'waiting' | 'sending' | 'sent' | 'assumed' | 'failed'
  attempts: number
  emittedAt: number
  reason?: string
  stored?: { _id: string; seq: number | null }
}

/** Up to which `seq` the party got, and saw, what was written to it. */
export type Marks = { delivered: number; seen: number }

type History = { rows: readonly MessageRow[]; ids: ReadonlySet<string>; clientIds: ReadonlySet<string>; plain: ReadonlyMap<string, number> }

export function indexHistory(rows: readonly MessageRow[]): History {
  const ids = new Set<string>()
  const clientIds = new Set<string>()
  const plain = new Map<string, number>()
  const once = rows.filter((row) => {
    if (typeof row._id === 'string' && row._id !== '') {
      if (ids.has(row._id)) return false
      ids.add(row._id)
    }
    if (typeof row.clientId === 'string') clientIds.add(row.clientId)
    else {
      const pair = pairOf(row.sender_id, textOf(row.message))
      plain.set(pair, (plain.get(pair) ?? 0) + 1)
    }
    return true
  })
  return { rows: once, ids, clientIds, plain }
}

const pairOf = (sender: unknown, text: string) => `${String(sender)}\n${text}`

/** Whether the history holds an own message already. Where a backend keeps no client ids, one more of its twins is it. */
export function isStored(history: History, { clientId, stored, senderId, message, twins }: Outgoing): boolean {
  if (history.clientIds.has(clientId)) return true
  if (stored) return history.ids.has(stored._id)
  return (history.plain.get(pairOf(senderId, message)) ?? 0) > twins
}

function isKnown(history: History, { _id, clientId, senderId, message, twins }: Incoming): boolean {
  if (clientId !== undefined && history.clientIds.has(clientId)) return true
  if (_id !== undefined) return history.ids.has(_id)
  return (history.plain.get(pairOf(senderId, message)) ?? 0) > twins
}

type Conversation = {
  history: History
  incoming: readonly Incoming[]
  outgoing: readonly Outgoing[]
  marks: Marks
  me: string
  partyId: string
}

/** History, live and own messages as one list, each message once, oldest first. */
export function mergeConversation({ history, incoming, outgoing, marks: heard, me, partyId }: Conversation): Line[] {
  const marks = withMarksOf(history.rows, heard, partyId)
  const senderOf = (id: unknown): Line['sender'] => (id === me ? 'me' : id === partyId ? 'party' : 'colleague')
  const progressOf = (seq: unknown, row: MessageRow = {}): Progress | null => {
    if (typeof seq !== 'number') return null
    if (seq <= marks.seen || isTold(row.seen_at)) return 'seen'
    return seq <= marks.delivered || isTold(row.delivered_at) ? 'delivered' : 'sent'
  }

  const lines: Line[] = history.rows.map((row, at) => {
    const sender = senderOf(row.sender_id)
    return {
      key: textOf(row.clientId) || textOf(row._id) || `row-${at}`,
      sender,
      text: textOf(row.message),
      at: toInstant(row.createdAt),
      progress: sender === 'me' ? progressOf(row.seq, row) : null,
      seen: isTold(row.seen_at),
      seq: seqOf(row),
    }
  })
  const shown = new Set<string>()
  incoming.forEach((message, at) => {
    if (isKnown(history, message) || (message._id !== undefined && shown.has(message._id))) return
    if (message._id !== undefined) shown.add(message._id)
    const sender = senderOf(message.senderId)
    const key = message.clientId ?? message._id ?? `live-${at}`
    lines.push({ key, sender, text: message.message, at: message.at, progress: sender === 'me' ? progressOf(message.seq) : null, seen: false, seq: message.seq ?? null })
  })
  for (const entry of outgoing) {
    if (isStored(history, entry)) continue
    const { clientId, state, stored, reason, at, message: text } = entry
    const progress = state === 'assumed' ? null : state === 'sent' ? (progressOf(stored?.seq) ?? 'sent') : state
    lines.push({ key: clientId, sender: 'me', text, at, progress, seen: false, seq: stored?.seq ?? null, clientId, ...(reason !== undefined && { reason }) })
  }
  return inOrder(lines)
}

/** Who saw a message has got and seen those before it: what was marked while nobody listened is known by the newest one. */
function withMarksOf(rows: readonly MessageRow[], heard: Marks, partyId: string): Marks {
  const upTo = (field: 'delivered_at' | 'seen_at') => seqOf(rows.findLast((row) => row.sender_id !== partyId && isTold(row[field]))) ?? 0
  return { delivered: Math.max(heard.delivered, upTo('delivered_at')), seen: Math.max(heard.seen, upTo('seen_at')) }
}

export const seqOf = (row: MessageRow | undefined): number | null => (typeof row?.seq === 'number' ? row.seq : null)

/**
 * By `seq` where the backend counts: clocks of its nodes may differ. The others by time; a message without one stays behind the one it
 * was delivered after.
 */
function inOrder(lines: Line[]): Line[] {
  const counted = lines.filter(({ seq }) => seq !== null).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  const timed = byTime(lines.filter(({ seq }) => seq === null))
  if (counted.length === 0) return timed
  const placed: Line[] = []
  let next = 0
  let last = Number.NEGATIVE_INFINITY
  for (const line of counted) {
    last = Number.isNaN(line.at) ? last : Math.max(last, line.at)
    for (let waiting = timed[next]; waiting && waiting.at < last; waiting = timed[(next += 1)]) placed.push(waiting)
    placed.push(line)
  }
  return [...placed, ...timed.slice(next)]
}

function byTime(lines: Line[]): Line[] {
  let last = Number.NEGATIVE_INFINITY
  const placed = lines.map((line) => {
    last = Number.isNaN(line.at) ? last : line.at
    return { line, place: last }
  })
  return placed.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0)).map(({ line }) => line)
}

export const countTwins = (lines: readonly Line[], sender: Line['sender'], text: string) =>
  lines.filter((line) => line.sender === sender && line.text === text).length

const textOf = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
const isTold = (value: unknown) => typeof value === 'string' && value !== ''
