import { create } from 'zustand'
import { randomId } from '../../api/idempotency-key.ts'
import { session, useSession } from '../../session/session.ts'
import type { BulkAct, BulkValues } from './bulk-act.ts'
import type { RowsLeft } from './preview.ts'
import { workThrough } from './work-through.ts'

type RowFailure = { row: never; error: unknown }

/** A bulk change under way or over. It is the tab's, not the screen's: it goes on while another one is shown. */
export type BulkRun = {
  resource: string
  personId: string | undefined
  act: BulkAct<never>
  values: BulkValues
  bulkId: string
  /** The run does this: the change itself, or taking it back. */
  direction: 'change' | 'undo'
  state: 'running' | 'over'
  /** It waits for the person to sign in again. */
  isWaiting: boolean
  /** It is shown only to who asks for another act meanwhile, or when rows of it failed. */
  isQuiet: boolean
  rows: readonly never[]
  /** How many rows changed in earlier tries; `changed` begins with them. */
  earlier: number
  changed: readonly never[]
  failed: readonly RowFailure[]
  left: readonly RowsLeft[]
}

const useBulkRun = create<{ run: BulkRun | null }>()(() => ({ run: null }))

/** The run of a list, for who began it: in the same tab somebody else may have signed in since. */
export function useOwnRun(resource: string): BulkRun | null {
  const me = useSession(({ user }) => user?._id)
  return useBulkRun(({ run }) => (run?.resource === resource && (me ?? run.personId) === run.personId ? run : null))
}

let stopping = new AbortController()

/** Calls under way end; rows that are not begun stay as they are. */
export const stopBulkRun = () => stopping.abort()

/** Forgets a run that is over. */
export const closeBulkRun = () => useBulkRun.setState({ run: null })

const change = (to: Partial<BulkRun>) => useBulkRun.setState(({ run }) => ({ run: run && { ...run, ...to } }))

type Begin = Pick<BulkRun, 'resource' | 'act' | 'values' | 'rows'> &
  Partial<Pick<BulkRun, 'direction' | 'changed' | 'bulkId' | 'left' | 'isQuiet'>>

/**
 * Begins a run, or goes on with one: its `changed` rows changed in an earlier try. Resolves when it is over. It waits
 * for the same person where their session expires; one that is ended otherwise ends the run. Nothing is begun while
 * another run is under way.
 */
export async function beginBulkRun(begin: Begin): Promise<void> {
  const { resource, act, values, rows, direction = 'change', changed = [], bulkId = randomId(), left = [] } = begin
  const run = act[direction]
  if (!run || useBulkRun.getState().run?.state === 'running') return
  stopping = new AbortController()
  const personId = session.getState().user?._id
  const state: BulkRun = {
    ...{ resource, personId, act, values, bulkId, direction, rows, changed, left },
    state: 'running',
    isWaiting: false,
    isQuiet: begin.isQuiet ?? false,
    earlier: changed.length,
    failed: [],
  }
  useBulkRun.setState({ run: state })
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  try {
    await workThrough({
      rows,
      work: (row) => run(row, values, bulkId),
      signal: stopping.signal,
      untilSignedIn: () => untilSignedIn(personId),
      onResult(row, { error }) {
        const { run: now } = useBulkRun.getState()
        if (!now) return
        if (error === null) change({ changed: [...now.changed, row] })
        else change({ failed: [...now.failed, { row, error }] })
      },
    })
  } finally {
    window.removeEventListener('beforeunload', ask)
    change({ state: 'over' })
    act.reload()
  }
}

/** Takes back what a run changed. */
export const undoRun = ({ resource, act, values, bulkId, changed }: BulkRun, isQuiet = false) =>
  beginBulkRun({ resource, act, values, rows: changed, bulkId, direction: 'undo', isQuiet })

/** Takes back a run that is over and closed; rejects when a row failed, and shows which. */
export async function takeBack(run: BulkRun): Promise<void> {
  await undoRun(run, true)
  const [failure] = useBulkRun.getState().run?.failed ?? []
  if (!failure) return closeBulkRun()
  change({ isQuiet: false })
  throw failure.error
}

async function untilSignedIn(personId: string | undefined): Promise<void> {
  change({ isWaiting: true })
  try {
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        const { authenticated, user, endedBecause } = session.getState()
        if (!authenticated && endedBecause === 'expired') return
        stop()
        if (authenticated && user?._id === personId) return resolve()
        stopping.abort()
        reject(new Error('The session that began it has ended'))
      }
      const stop = useSession.subscribe(look)
      look()
    })
  } finally {
    change({ isWaiting: false })
  }
}
