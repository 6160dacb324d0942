import type { MessageRow } from '../api.ts'
import { readMessages } from '../api.ts'
import { seqOf } from './conversation.ts'

/** The newest part of a conversation, without a gap. */
export type Loaded = { rows: readonly MessageRow[]; hasEarlier: boolean }

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
  const unseen = before.rows.find((row) => row.sender_id !== partyId && row.seen_at === null)
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
