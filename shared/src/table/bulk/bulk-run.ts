import { create } from 'zustand'
import { isApiError } from '../../api/api-error.ts'
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
  /** What is being done: the change itself, or taking it back. */
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

/** What is under way ends; what is not begun is not done. */
export const stopBulkRun = () => stopping.abort()

/** Forgets a run that is over. */
export const closeBulkRun = () => useBulkRun.setState({ run: null })

const change = (to: Partial<BulkRun>) => useBulkRun.setState(({ run }) => ({ run: run && { ...run, ...to } }))

type Begin<Row> = {
  resource: string
  act: BulkAct<Row>
  values: BulkValues
  rows: readonly Row[]
  direction?: BulkRun['direction']
  /** Rows that changed in an earlier try of the same run. */
  changed?: readonly Row[]
  bulkId?: string
  left?: readonly RowsLeft[]
  isQuiet?: boolean
}

/**
 * Begins a run, and resolves when it is over. It waits for the same person where their session expires; one that is
 * ended otherwise ends the run. Nothing is begun while another run is under way.
 */
export async function beginBulkRun<Row>(begin: Begin<Row>): Promise<void> {
  const { act, values, direction = 'change', bulkId = randomId(), left = [], isQuiet = false } = begin
  const rows = begin.rows as readonly never[]
  const earlier = (begin.changed ?? []) as readonly never[]
  const run = act[direction]
  if (!run || useBulkRun.getState().run?.state === 'running') return
  stopping = new AbortController()
  const personId = session.getState().user?._id
  const state: BulkRun = {
    resource: begin.resource,
    personId,
    act: act as BulkAct<never>,
    values,
    bulkId,
    direction,
    state: 'running',
    isWaiting: false,
    isQuiet,
    rows,
    earlier: earlier.length,
    changed: earlier,
    failed: [],
    left,
  }
  useBulkRun.setState({ run: state })
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  try {
    await workThrough<Row>({
      rows: begin.rows,
      work: (row) => run(row, values, bulkId),
      signal: stopping.signal,
      untilSignedIn: () => untilSignedIn(personId),
      onResult(row, { error }) {
        const { run: now } = useBulkRun.getState()
        if (!now) return
        if (error === null) change({ changed: [...now.changed, row as never] })
        else change({ failed: [...now.failed, { row: row as never, error }] })
      },
    })
  } finally {
    window.removeEventListener('beforeunload', ask)
    change({ state: 'over' })
    act.reload()
  }
}

/** Takes back the rows of a run that is over and closed; rejects when one failed, and shows which. */
export async function takeBack({ resource, act, values, bulkId }: BulkRun, rows: readonly never[]): Promise<void> {
  await beginBulkRun({ resource, act, values, rows, bulkId, direction: 'undo', isQuiet: true })
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

/** Whether a failure says that the row is not as it was: trying again would replace what somebody else did. */
export const isStale = (error: unknown) => isApiError(error) && error.status === 409
