import { useEffect, useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isApiError, isConflict, logFailure, queryClient, refreshResource } from '@interline/shared/api'
import type { DocumentExpiries, QueuePlace, ReviewedDriver, RejectDriver } from '@interline/shared/contract'
import { useSocketEvent } from '@interline/shared/realtime'
import { failureReason } from '@interline/shared/ui'
import { approveDriver, claimDriver, nextDriver, rejectDriver, releaseClaims, undoReview } from './queue-api.ts'
import { t } from './queue-messages.ts'

/** The claim lasts five minutes: a reviewer who looks at one driver for longer keeps it. */
const renewEveryMs = 120_000

/** The days that were typed for a driver, and those that stood in their place. */
export type TypedDays = Record<'expires_on' | 'expected', Partial<DocumentExpiries>>

type Step = 'next' | 'previous' | 'approve' | 'reject' | 'undo'
/** `failed` says that it was not done; a dialog that sends it says so itself. */
type Act = { step: Step; failed?: string; work: () => Promise<void> }

const queryKey = ['queue']
const placeNow = () => queryClient.getQueryData<QueuePlace>(queryKey)
const show = (place: QueuePlace) => void queryClient.setQueryData(queryKey, place)
const readAgain = () => void queryClient.invalidateQueries({ queryKey })
const isActing = () => queryClient.isMutating({ mutationKey: queryKey }) > 0

/** Somebody may have the driver on screen by now; who looks at nobody gets who waits longest. */
function readPlace() {
  const id = placeNow()?.current?.driver._id
  return id === undefined ? nextDriver() : claimDriver(id)
}

/** Walks through the drivers who wait: one is claimed at a time, and the way back is remembered. */
export function useQueue() {
  /** The outcome of the last act. */
  const [result, setResult] = useState('')
  const [seen, setSeen] = useState<readonly string[]>([])
  const acting = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ work }: Act) => work(),
    // Undo waits for what is under way.
    scope: { id: 'queue' },
    meta: { what: 'The verification queue' },
    onError: (error) => isConflict(error) && readAgain(),
  })
  const { isPending, variables } = acting
  const { data: place, error } = useQuery({
    queryKey,
    queryFn: readPlace,
    // A screen that is hidden gives up its claim, and takes it again when it is shown.
    staleTime: 0,
    refetchInterval: ({ state }) => !isPending && state.data?.current != null && renewEveryMs,
    meta: { what: 'the verification queue' },
  })
  const current = place?.current ?? null

  useEffect(() => () => void releaseClaims().catch((reason: unknown) => logFailure('Releasing a driver', reason)), [])

  useSocketEvent('rows-changed', ({ noun, _id, ids }) => {
    const now = placeNow()
    const id = now?.current?.driver._id
    if (noun !== 'drivers' || isActing()) return
    if (id === undefined ? now?.waiting === 0 : _id === id || ids?.includes(id)) readAgain()
  })

  /** One at a time: another one is not begun. */
  function act(step: Step, failed: string, work: Act['work']) {
    if (isActing() && step !== 'undo') return
    // An answer that comes after the person went on is of a driver who is left, and is not shown.
    void queryClient.cancelQueries({ queryKey })
    setResult('')
    acting.mutate({ step, failed, work })
  }

  async function goOn(from: ReviewedDriver | null) {
    const id = from?.driver._id
    show(await nextDriver(id))
    if (id !== undefined) setSeen((ids) => [...ids.filter((one) => one !== id), id])
  }

  const next = () => act('next', t('failed.next'), () => goOn(current))

  const previous = () =>
    act('previous', t('failed.previous'), async () => {
      const id = seen.at(-1)
      if (id === undefined) return
      show(await claimDriver(id))
      setSeen((ids) => ids.slice(0, -1))
    })

  const approve = (days: TypedDays, reason?: string) =>
    current &&
    act('approve', t('failed.approve', { name: current.driver.full_name }), async () => {
      await approveDriver({ ...subjectOf(current), ...days, ...(reason && { reason }) })
      setResult(t('done.approve', { name: current.driver.full_name }))
      await decided(current)
    })

  async function reject(why: Pick<RejectDriver, 'reason' | 'note'>) {
    if (!current) return
    await acting.mutateAsync({ step: 'reject', work: () => rejectDriver({ ...subjectOf(current), ...why }) })
    act('reject', t('failed.next'), () => {
      setResult(t('done.reject', { name: current.driver.full_name }))
      return decided(current)
    })
  }

  async function decided(driver: ReviewedDriver) {
    void refreshResource('drivers')
    await goOn(driver)
  }

  const undo = () =>
    act('undo', t('failed.undo'), async () => {
      const { driver_id, full_name, decision } = await undoReview()
      setResult(t(decision === 'approve' ? 'done.undoneApprove' : 'done.undoneReject', { name: full_name }))
      void refreshResource('drivers')
      show(await claimDriver(driver_id))
      setSeen((ids) => ids.filter((id) => id !== driver_id))
    })

  return {
    place,
    current,
    error,
    busy: isPending ? variables.step : null,
    failure:
      acting.error && variables?.failed
        ? { title: variables.failed, reason: failureReason(acting.error), error: acting.error }
        : null,
    result,
    /** Says who has this driver by now. */
    lost: current && isApiError(error) && error.status === 409 ? failureReason(error) : null,
    hasPrevious: seen.length > 0,
    readAgain,
    next,
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
