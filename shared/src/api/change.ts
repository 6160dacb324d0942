import { useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import { isApiError, isOutcomeUnknown, isStale } from './api-error.ts'
import { queryClient, refreshResource } from './query-client.ts'
import type { Resource } from './query-client.ts'

/** A change of rows: how it is sent, and what shows them. */
export type Change<Payload = void, Answer = void> = {
  /** For the log, such as `Verifying a driver`; never a name. */
  what: string
  /** One call of `api.ts`. */
  send: (payload: Payload) => Promise<Answer>
  /** These queries are read again once the change was made, or the rows may be other than they are shown. */
  reloads?: readonly Resource[]
}

export type UseChangeOptions<Payload = void, Answer = void> = Change<Payload, Answer> & {
  /**
   * Says that it is done. The change stays busy until this resolves; `reloaded` resolves when the new rows are there.
   */
  onMade?: (answer: Answer, payload: Payload, reloaded: Promise<void>) => unknown
  /** Says why it is not done, where the field or dialog that shows `error` does not. */
  onFailed?: (error: unknown, payload: Payload, reloaded: Promise<void>) => unknown
}

/** Whether the rows may be other than they are shown: made after all, changed by somebody else, or gone. */
const mayDiffer = (error: unknown) =>
  isOutcomeUnknown(error) || isStale(error) || (isApiError(error) && error.status === 404)

/**
 * Makes a change outside React, such as one that takes another back: resolves when it is made and what shows it was
 * read again, rejects with why not.
 */
export async function makeChange<Payload, Answer>(
  { what, send, reloads = [] }: Change<Payload, Answer>,
  payload: Payload,
): Promise<Answer> {
  const cache = queryClient.getMutationCache()
  try {
    const made = await cache.build(queryClient, { mutationFn: send, meta: { what } }).execute(payload)
    await refreshResource(...reloads)
    return made
  } catch (error) {
    if (mayDiffer(error)) await refreshResource(...reloads)
    throw error
  }
}

/**
 * Makes a change from a component: it is sent once, however often `make` is called while it is under way. While it
 * `isPending`, `payload` is what was sent; why it was not made is in `error`, until the next try. The same payload sent
 * again after its answer was lost has one effect.
 */
export function useChange<Payload = void, Answer = void>(options: UseChangeOptions<Payload, Answer>) {
  const { what, send, reloads = [], onMade, onFailed } = options
  const isUnderWay = useRef(false)
  const { mutateAsync, isPending, error, variables, reset } = useMutation<Answer, unknown, Payload>(
    {
      mutationFn: send,
      meta: { what },
      onSuccess: (answer, payload) => onMade?.(answer, payload, refreshResource(...reloads)) ?? undefined,
    },
    queryClient,
  )

  async function make(payload: Payload): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const failure = await mutateAsync(payload).then(
      () => null,
      (reason: unknown) => ({ reason }),
    )
    isUnderWay.current = false
    if (!failure) return
    const reloaded = mayDiffer(failure.reason) ? refreshResource(...reloads) : Promise.resolve()
    await onFailed?.(failure.reason, payload, reloaded)
  }

  return { make: (payload: Payload) => void make(payload), isPending, payload: variables, error, reset }
}
