import { create } from 'zustand'
import type { Feedback } from './feedback-holder.tsx'
import { lazyWithRetry } from '../lazy-with-retry.tsx'

/** `attempt`: how often their code was asked for. */
type FeedbackState = { attempt: number; failed: boolean; here: Feedback | null }

const useFeedback = create<FeedbackState>()(() => ({ attempt: 0, failed: false, here: null }))

/**
 * antd's dialogs and notices, in the theme on screen. Their code comes with the first of them. Rejects when it does not
 * come; the next call asks for it again.
 */
export function feedback(): Promise<Feedback> {
  const { attempt, failed, here } = useFeedback.getState()
  if (here) return Promise.resolve(here)
  const coming = nextFeedback(true)
  if (attempt === 0 || failed) useFeedback.setState({ attempt: attempt + 1, failed: false })
  return coming
}

/** The same, but waits until the code comes, at Retry or when the browser is back online. */
export const feedbackAtLast = (): Promise<Feedback> => feedback().catch(() => nextFeedback(false))

const nextFeedback = (mayFail: boolean) =>
  new Promise<Feedback>((resolve, reject) => {
    const stop = useFeedback.subscribe(({ failed, here }) => {
      if (here) resolve(here)
      else if (failed && mayFail) reject(new Error('The code of dialogs did not load'))
      else return
      stop()
    })
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
