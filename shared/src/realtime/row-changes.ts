import type { RowsChanged } from '../contract/index.ts'

type ChangedResource = RowsChanged['noun']

/** The changes of records; null where the backend did not say which or what. */
export type RowChange = {
  ids: readonly string[] | null
  kind: 'created' | 'changed' | 'removed' | null
  /** Nothing is known to have happened: the page was loaded a moment before the socket could receive anything. */
  isGuess?: true
}

const resources: Record<ChangedResource, true> = {
  drivers: true,
  users: true,
  'driver-rides': true,
  'user-rides': true,
  chats: true,
}
const kinds = ['created', 'changed', 'removed'] as const

/**
 * Reads the event `rows-changed` of any backend and any version; null when it names no resource that we know. `by` is
 * the `Idempotency-Key` of the request that made the change, where the backend says so.
 */
export function readRowsChanged(event: unknown): { resource: ChangedResource; change: RowChange; by?: string } | null {
  if (typeof event !== 'object' || event === null || !('noun' in event)) return null
  const { noun, _id, ids, kind, by }: { noun: unknown; _id?: unknown; ids?: unknown; kind?: unknown; by?: unknown } =
    event
  if (typeof noun !== 'string' || !Object.hasOwn(resources, noun)) return null
  const named = (Array.isArray(ids) ? ids : [_id]).filter((id) => typeof id === 'string' && id !== '')
  return {
    resource: noun as ChangedResource,
    change: { ids: named.length > 0 ? (named as string[]) : null, kind: kinds.find((known) => known === kind) ?? null },
    ...(typeof by === 'string' && { by }),
  }
}

type RowListener = (change: RowChange) => void
const listeners = new Map<string, Set<RowListener>>()

/** Calls `listener` for each change of the resource's records by others, until the returned function is called. */
export function subscribeToRows(resource: string, listener: RowListener): () => void {
  const all = listeners.get(resource) ?? new Set()
  listeners.set(resource, all.add(listener))
  return () => void all.delete(listener)
}

export const notifyRows = (resource: string, change: RowChange): void =>
  listeners.get(resource)?.forEach((listener) => listener(change))

const unknown: RowChange = { ids: null, kind: null }

/** Notifies every listener that events may have been missed: the socket connected again, or for the first time. */
export const notifyAllRows = (after: 'lost' | 'first'): void =>
  listeners.forEach((all) =>
    all.forEach((listener) => listener(after === 'lost' ? unknown : { ...unknown, isGuess: true })),
  )
