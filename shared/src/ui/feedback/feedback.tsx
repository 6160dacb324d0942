import { create } from 'zustand'
import type { Feedback } from './feedback-holder.tsx'
import { lazyWithRetry } from '../lazy-with-retry.tsx'

const useFeedback = create<{ wanted: boolean; here: Feedback | null }>()(() => ({ wanted: false, here: null }))

/** antd's dialogs, in the theme on screen, beside the toasts. Their code comes with the first of either. */
export function feedback(): Promise<Feedback> {
  const { here } = useFeedback.getState()
  if (here) return Promise.resolve(here)
  return new Promise((resolve) => {
    const stop = useFeedback.subscribe(({ here }) => {
      if (!here) return
      stop()
      resolve(here)
    })
    useFeedback.setState({ wanted: true })
  })
}

const FeedbackHolder = lazyWithRetry(async () => (await import('./feedback-holder.tsx')).FeedbackHolder)

const give = (here: Feedback | null) => useFeedback.setState({ here })

/** Where dialogs and toasts are drawn, once there is one. */
export function FeedbackGround() {
  const wanted = useFeedback((state) => state.wanted)
  return wanted ? <FeedbackHolder give={give} /> : null
}
