import { create } from 'zustand'
import type { Feedback } from './feedback-holder.tsx'
import { lazyWithRetry } from '../lazy-with-retry.tsx'

/** `attempt`: how often their code was asked for. */
type FeedbackState = { attempt: number; failed: boolean; here: Feedback | null }

const useFeedback = create<FeedbackState>()(() => ({ attempt: 0, failed: false, here: null }))

/**
 * antd's dialogs and notices, in the theme on screen. Their code comes with the first of them. When it does not come,
 * this waits for Retry or until the browser is back online; the next call asks for it again.
 */
export const feedback = () => next(({ here }) => here ?? undefined)

/** The same, but null when the code did not come. */
export const feedbackOrNull = () => next(({ here, failed }) => here ?? (failed ? null : undefined))

/** Resolves with the first answer. */
const next = <Answer extends Feedback | null>(read: (state: FeedbackState) => Answer | undefined) =>
  new Promise<Answer>((resolve) => {
    const stop = useFeedback.subscribe((state) => {
      const answer = read(state)
      if (answer === undefined) return
      stop()
      resolve(answer)
    })
    useFeedback.setState(({ attempt, failed }) => ({ attempt: attempt + Number(failed || !attempt), failed: false }))
  })

const FeedbackHolder = lazyWithRetry(async () => (await import('./feedback-holder.tsx')).FeedbackHolder, {
  onFailure: () => useFeedback.setState({ failed: true }),
})

const give = (here: Feedback | null) => useFeedback.setState({ here, failed: false })

/** Where dialogs and notices are drawn, once there is one. */
export function FeedbackGround() {
  const attempt = useFeedback((state) => state.attempt)
  return attempt > 0 ? <FeedbackHolder key={attempt} give={give} /> : null
}
