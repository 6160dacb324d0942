import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isApiError, logFailure, refreshResource } from '@interline/shared/api'
import type { DocumentExpiries, QueuePlace, ReviewedDriver, RejectDriver } from '@interline/shared/contract'
import { useSocketEvent } from '@interline/shared/realtime'
import { failureReason, isConflict } from '@interline/shared/ui'
import { approveDriver, claimDriver, nextDriver, rejectDriver, releaseClaims, undoReview } from './queue-api.ts'
import { t } from './queue-messages.ts'

/** The claim lasts five minutes: a reviewer who looks at one driver for longer keeps it. */
const renewEveryMs = 120_000

/** The days that were typed for a driver, and those that stood in their place. */
export type TypedDays = Record<'expires_on' | 'expected', Partial<DocumentExpiries>>

type Step = 'next' | 'previous' | 'approve' | 'reject' | 'undo'
type Failure = { title: string; reason: string; error: unknown }

/** Walks through the drivers who wait: one is claimed at a time, and the way back is remembered. */
export function useQueue() {
  const [place, setPlace] = useState<QueuePlace | null>(null)
  const [loadError, setLoadError] = useState<unknown>(null)
  const [busy, setBusy] = useState<Step | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  /** What came of the last act. */
  const [result, setResult] = useState('')
  const [lost, setLost] = useState<string | null>(null)
  const [seen, setSeen] = useState<readonly string[]>([])
  const current = place?.current ?? null
  const currentId = current?.driver._id
  const isOver = place?.waiting === 0
  /** `acts` counts what the person began. */
  const now = useRef({ id: currentId, isOver, isBusy: false, acts: 0 })
  // Before anything else can happen: a change of the driver on screen that comes at once is told too.
  useLayoutEffect(() => {
    now.current.id = currentId
    now.current.isOver = isOver
  }, [currentId, isOver])

  const show = useCallback((shown: QueuePlace) => {
    setPlace(shown)
    setLost(null)
    setFailure(null)
    setLoadError(null)
  }, [])

  /**
   * Somebody may have this driver by now; who looked at nobody gets who waits longest. An answer that comes after the
   * person went on is of a driver who is left, and is not shown.
   */
  const resume = useCallback(async () => {
    const { id, acts } = now.current
    try {
      const place = await (id === undefined ? nextDriver() : claimDriver(id))
      if (now.current.acts === acts) show(place)
    } catch (error) {
      logFailure('Loading the verification queue', error)
      if (now.current.acts !== acts) return
      if (id !== undefined && isConflict(error)) setLost(failureReason(error))
      else setLoadError(error)
    }
  }, [show])

  // A screen that is hidden gives up its claim, and takes it again when it is shown.
  useEffect(() => {
    void resume()
    const renew = setInterval(() => {
      if (document.visibilityState === 'visible' && now.current.id !== undefined && !now.current.isBusy) void resume()
    }, renewEveryMs)
    return () => {
      clearInterval(renew)
      releaseClaims().catch((error: unknown) => logFailure('Releasing a driver', error))
    }
  }, [resume])

  useSocketEvent('rows-changed', ({ noun, _id, ids }) => {
    const { id, isBusy } = now.current
    if (noun !== 'drivers' || isBusy) return
    if (id === undefined ? now.current.isOver : _id === id || ids?.includes(id)) void resume()
  })

  const running = useRef<Promise<unknown>>(Promise.resolve())

  /** One act at a time; returns whether it went well. Undo waits for what is under way; another act is not begun. */
  async function act(step: Step, work: () => Promise<void>, failed: string): Promise<boolean> {
    if (now.current.isBusy && step === 'undo') await running.current
    if (now.current.isBusy) return false
    const acting = run(step, work, failed)
    running.current = acting
    return acting
  }

  async function run(step: Step, work: () => Promise<void>, failed: string): Promise<boolean> {
    now.current.isBusy = true
    now.current.acts += 1
    setBusy(step)
    setFailure(null)
    setResult('')
    try {
      await work()
      return true
    } catch (error) {
      logFailure(`The verification queue: ${step}`, error)
      if (isApiError(error) && error.changedBy !== null) await refreshCurrent()
      setFailure({ title: failed, reason: reasonOf(error), error })
      return false
    } finally {
      now.current.isBusy = false
      setBusy(null)
    }
  }

  async function refreshCurrent() {
    if (currentId !== undefined) show(await claimDriver(currentId).catch(() => place as QueuePlace))
  }

  async function goOn(from: ReviewedDriver | null) {
    const id = from?.driver._id
    show(await nextDriver(id))
    if (id !== undefined) setSeen((ids) => [...ids.filter((one) => one !== id), id])
  }

  const next = () => act('next', () => goOn(current), t('failed.next'))

  const beginAgain = () => act('next', async () => show(await nextDriver()), t('failed.next'))

  const previous = () =>
    act(
      'previous',
      async () => {
        const id = seen.at(-1)
        if (id === undefined) return
        show(await claimDriver(id))
        setSeen((ids) => ids.slice(0, -1))
      },
      t('failed.previous'),
    )

  const approve = (days: TypedDays, reason?: string) =>
    current &&
    act(
      'approve',
      async () => {
        await approveDriver({ ...subjectOf(current), ...days, ...(reason && { reason }) })
        setResult(t('done.approve', { name: current.driver.full_name }))
        await decided(current)
      },
      t('failed.approve', { name: current.driver.full_name }),
    )

  /** Rejects with what the dialog says, which shows the error itself. */
  async function reject(why: Pick<RejectDriver, 'reason' | 'note'>) {
    if (!current) return
    now.current.isBusy = true
    now.current.acts += 1
    try {
      await rejectDriver({ ...subjectOf(current), ...why })
    } finally {
      now.current.isBusy = false
    }
    const goOnAfter = () => {
      setResult(t('done.reject', { name: current.driver.full_name }))
      return decided(current)
    }
    void act('reject', goOnAfter, t('failed.next'))
  }

  async function decided(driver: ReviewedDriver) {
    void refreshResource('drivers')
    await goOn(driver)
  }

  const undo = () =>
    act(
      'undo',
      async () => {
        const { driver_id, full_name, decision } = await undoReview()
        setResult(t(decision === 'approve' ? 'done.undoneApprove' : 'done.undoneReject', { name: full_name }))
        void refreshResource('drivers')
        show(await claimDriver(driver_id))
        setSeen((ids) => ids.filter((id) => id !== driver_id))
      },
      t('failed.undo'),
    )

  return {
    place,
    current,
    loadError,
    busy,
    failure,
    result,
    lost,
    hasPrevious: seen.length > 0,
    resume,
    next,
    beginAgain,
    previous,
    approve,
    reject,
    undo,
  }
}

const subjectOf = ({ driver: { _id, revision } }: ReviewedDriver) => ({
  _id,
  ...(revision !== undefined && { revision }),
})

/** Why a decision was not made. A conflict without a name says in its own words who has the driver. */
export const reasonOf = (error: unknown): string =>
  isApiError(error) && error.changedBy !== null
    ? failureReason(error, ({ by }) => (by === null ? t('failed.changedBySomebody') : t('failed.changed', { who: by })))
    : failureReason(error)
