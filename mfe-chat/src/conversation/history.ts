import { idOf, queryClient } from '@interline/shared/api'
import { toInstant } from '@interline/shared/contract'
import { readMessages } from '../api.ts'
import type { MessageRow } from '../api.ts'
import type { Outgoing } from './unsent-store.ts'

export const seqOf = (row: MessageRow | undefined): number | null => (typeof row?.seq === 'number' ? row.seq : null)

/** The newest part of a conversation, without a gap. */
export type Loaded = { rows: readonly MessageRow[]; hasEarlier: boolean }

/** The query that holds it: what is read, and what comes after that. */
export const conversationKey = (partyId: string) => ['conversation', partyId] as const

export const pageSize = 60
const earlierSize = 100
const catchUpSize = 500
// So far back the marks of one's own messages are read again.
const overlap = 200

/** Reads what is new since `known`, or the newest page; everything where the backend does not count. */
export async function readNewest(
  partyId: string,
  known: () => Loaded | undefined,
  signal?: AbortSignal,
): Promise<Loaded> {
  const before = known()
  const last = seqOf(before?.rows.at(-1))
  if (before === undefined || last === null) return readLastPage(partyId, signal)
  const unseen = before.rows.find((row) => row.sender_id !== partyId && row.seen_at == null)
  // From the last one on, not after it: when that is no more what it was, this is another history.
  let after = Math.max(Math.min(last, seqOf(unseen) ?? last) - 1, last - overlap, 0)
  const fresh: MessageRow[] = []
  for (;;) {
    const page = await readMessages(partyId, { after, limit: catchUpSize }, signal)
    fresh.push(...page)
    const end = seqOf(page.at(-1))
    if (page.length < catchUpSize || end === null || end <= after) break
    after = end
  }
  if (fresh.find((row) => seqOf(row) === last)?._id !== before.rows.at(-1)?._id) return readLastPage(partyId, signal)
  return join(known() ?? before, fresh)
}

async function readLastPage(partyId: string, signal?: AbortSignal): Promise<Loaded> {
  const rows = await readMessages(partyId, { limit: pageSize }, signal)
  return { rows, hasEarlier: rows.length === pageSize && (seqOf(rows[0]) ?? 1) > 1 }
}

/** Reads the page before what is `known`. */
export async function readEarlier(partyId: string, known: () => Loaded | undefined): Promise<Loaded | undefined> {
  const first = seqOf(known()?.rows[0])
  if (first === null) return known()
  const page = (await readMessages(partyId, { before: first, limit: earlierSize })).filter(
    (row) => (seqOf(row) ?? first) < first,
  )
  const now = known()
  if (now === undefined || seqOf(now.rows[0]) !== first) return now
  return { rows: [...page, ...now.rows], hasEarlier: page.length > 0 && (seqOf(page[0]) ?? 1) > 1 }
}

function join(known: Loaded, fresh: readonly MessageRow[]): Loaded {
  const from = seqOf(fresh[0])
  const bySeq = new Map(fresh.map((row) => [seqOf(row), row]))
  const updated = known.rows.map((row) =>
    from !== null && (seqOf(row) ?? 0) >= from ? (bySeq.get(seqOf(row)) ?? row) : row,
  )
  const last = seqOf(known.rows.at(-1)) ?? 0
  return { ...known, rows: [...updated, ...fresh.filter((row) => (seqOf(row) ?? 0) > last)] }
}

/**
 * Whether the history holds an own message already. Where a backend keeps no client ids, one more message of the same
 * sender and text is it.
 */
export function isStored(rows: readonly MessageRow[], { clientId, senderId, message, twins }: Outgoing): boolean {
  const isTwin = (row: MessageRow) => row.clientId == null && row.sender_id === senderId && row.message === message
  return rows.some((row) => row.clientId === clientId) || rows.filter(isTwin).length > twins
}

/**
 * Reads a `receive-message`, with SPEC §7's two fields or with all of ours, as a row of the history; null for what is
 * none. A message without a time has the current one (SPEC §4).
 */
export function readIncoming(payload: unknown): { row: MessageRow; receiverId: string | null } | null {
  const { senderId, receiverId, createdAt, ...sent }: Record<string, unknown> = { ...(payload as object | null) }
  const sender_id = idOf(senderId)
  if (sender_id === null || typeof sent['message'] !== 'string') return null
  const at = toInstant(createdAt) || Date.now()
  return {
    receiverId: idOf(receiverId),
    row: { ...sent, _id: idOf(sent['_id']), sender_id, createdAt: new Date(at).toISOString() },
  }
}

/** Adds a message that came or was acknowledged. Where more than it may be missing, the history is read again. */
export function addMessage(partyId: string, row: MessageRow): void {
  const queryKey = conversationKey(partyId)
  const state = queryClient.getQueryState<Loaded>(queryKey)
  const [known, seq] = [state?.data, seqOf(row)]
  const isNext = seq === null || seq === (seqOf(known?.rows.at(-1)) ?? 0) + 1
  const isKnown = row._id != null && known?.rows.findLast(({ _id }) => _id === row._id) !== undefined
  if (known && isNext && !isKnown) setLoaded(partyId, { ...known, rows: [...known.rows, row] })
  // Where the backend does not count, what is being read may not hold this message yet.
  const mayMiss = !known || state?.error != null || (!isNext && !isKnown)
  if (mayMiss || (seq === null && state?.fetchStatus === 'fetching')) void catchUp(partyId)
}

/** The history was not read by this: what was cut off on its way is not compared with it (`reconcileOutbox`). */
export function setLoaded(partyId: string, loaded: Loaded): void {
  const queryKey = conversationKey(partyId)
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
  queryClient.setQueryData<Loaded>(queryKey, loaded, updatedAt === undefined ? {} : { updatedAt })
}

/** Reads what is new; once more when it was being read already. */
export async function catchUp(partyId: string): Promise<void> {
  const filters = { queryKey: conversationKey(partyId), type: 'active' } as const
  const refetch = () => queryClient.refetchQueries(filters, { cancelRefetch: false })
  if (queryClient.isFetching(filters) > 0) await refetch()
  await refetch()
}
