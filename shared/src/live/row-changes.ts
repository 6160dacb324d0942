import type { RowsChanged } from '../contract/socket.ts'

type ChangedNoun = RowsChanged['noun']

/** What became of records; null where the backend did not say which or what. */
export type RowChange = {
  ids: readonly string[] | null
  kind: 'created' | 'changed' | 'removed' | null
  /** Nothing is known to have happened: the page was loaded a moment before anything could be heard. */
  isGuess?: true
}

const nouns: Record<ChangedNoun, true> = { drivers: true, users: true, 'driver-rides': true, 'user-rides': true, chats: true }
const kinds = ['created', 'changed', 'removed'] as const

/** What `rows-changed` says, of any backend and any version; null when it names no noun that we know. */
export function readRowsChanged(said: unknown): { noun: ChangedNoun; change: RowChange } | null {
  if (typeof said !== 'object' || said === null || !('noun' in said)) return null
  const { noun, _id, ids, kind }: { noun: unknown; _id?: unknown; ids?: unknown; kind?: unknown } = said
  if (typeof noun !== 'string' || !Object.hasOwn(nouns, noun)) return null
  const named = (Array.isArray(ids) ? ids : [_id]).filter((id) => typeof id === 'string' && id !== '')
  return { noun: noun as ChangedNoun, change: { ids: named.length > 0 ? (named as string[]) : null, kind: kinds.find((known) => known === kind) ?? null } }
}

type Hearer = (change: RowChange) => void
const hearers = new Map<string, Set<Hearer>>()

/** Calls `hear` for each change of the noun's records by anyone, until the returned function is called. */
export function hearRows(noun: string, hear: Hearer): () => void {
  const all = hearers.get(noun) ?? new Set()
  hearers.set(noun, all.add(hear))
  return () => void all.delete(hear)
}

export const tellRows = (noun: string, change: RowChange): void => hearers.get(noun)?.forEach((hear) => hear(change))

const unknown: RowChange = { ids: null, kind: null }

/** Nobody knows what was missed: a connection that was lost came back, or the first one stands. */
export const tellAllRows = (after: 'lost' | 'first'): void =>
  hearers.forEach((all) => all.forEach((hear) => hear(after === 'lost' ? unknown : { ...unknown, isGuess: true })))
