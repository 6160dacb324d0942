import { useMemo } from 'react'
import { create } from 'zustand'
import type { SavedView } from '@interline/shared/contract'
import { session, usePermitted, useSession } from '@interline/shared/session'

/** Ending the session clears it (shared/src/session/stored-session.ts): it has names. */
const key = 'interline-views'

type View = Pick<SavedView, '_id' | 'name' | 'path' | 'query'>
type Counts = Readonly<Record<string, string>>

/** Saved views and how many rows each has, as it is written, where that is known. */
export type KnownViews = { views: readonly View[]; counts: Counts }

type Store = KnownViews & { of: string | undefined }

const useKnown = create<Store>()(() => ({ ...read(), counts: {} }))
const none: KnownViews = { views: [], counts: {} }

/** The views of who is signed in: as they were last on this machine until the API says them, so that nothing moves. */
export function useViews(): KnownViews {
  const hasOurs = usePermitted('records:read')
  const person = useSession(({ user }) => user?._id)
  const known = useKnown()
  return useMemo(() => (hasOurs && known.of === person ? known : none), [hasOurs, known, person])
}

export function rememberViews(all: readonly View[]): void {
  const of = session.getState().user?._id
  const views = all.map(({ _id, name, path, query }) => ({ _id, name, path, query }))
  useKnown.setState({ of, views })
  try {
    localStorage.setItem(key, JSON.stringify({ of, views }))
  } catch {
    // Without storage they are there a moment later.
  }
}

export const rememberCounts = (counts: Counts): void => useKnown.setState({ counts })

function read(): Omit<Store, 'counts'> {
  try {
    const { of, views } = JSON.parse(localStorage.getItem(key) ?? '') as Record<string, unknown>
    if (typeof of === 'string' && Array.isArray(views)) return { of, views: views.filter(isView) }
  } catch {
    // Nothing is stored, or nothing that can be read.
  }
  return { of: undefined, views: [] }
}

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  ['_id', 'name', 'path', 'query'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
