import { useEffect, useState } from 'react'
import { session } from '@interline/shared/session'
import { lazyWithRetry } from '@interline/shared/ui'
import { reportActivity } from '../api.ts'
import { watchIdle } from './watch-idle.ts'

const IdleWarning = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "dialogs" */ './idle-warning.tsx')).IdleWarning,
)

/**
 * Ends the session as the policy of the installation says, with a warning a minute before. What was entered waits for
 * the next sign-in, as with every session that expires.
 */
export function IdleTimeOut() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(
    () =>
      watchIdle({
        report: reportActivity,
        warn: setSecondsLeft,
        end: () => session.getState().signOut('expired'),
      }),
    [],
  )
  return secondsLeft === null ? null : <IdleWarning secondsLeft={secondsLeft} />
}
