import { Activity, useState } from 'react'
import type { ReactNode } from 'react'
import { useSession } from '@interline/shared/session'
import { lazyWithRetry } from '@interline/shared/ui'
import { Confirmation } from '../second-factor/confirm/confirmation.tsx'

const SetUpPage = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "second-factor" */ './set-up-page.tsx')).SetUpPage,
)

/**
 * One address, two screens (SPEC §4): what is meant for the signed-in, or what the signed-out see instead. The
 * requested address stays, so that a deep link opens by itself after signing in. When a session expires, its screen
 * stays mounted but hidden for the same administrator's next session, so that no input is lost. So it does while a
 * second factor is to be set up.
 */
export function SessionGate({ signedIn, signedOut }: { signedIn: ReactNode; signedOut: ReactNode }) {
  const owner = useSession(({ authenticated, user }) => (authenticated ? (user?._id ?? '') : undefined))
  const hasExpired = useSession(({ endedBecause }) => endedBecause === 'expired')
  const isSetUp = useSession(({ factorSetupNeeded }) => !factorSetupNeeded)
  const [retained, setRetained] = useState(owner)
  const current = owner ?? (hasExpired ? retained : undefined)
  if (current !== retained) setRetained(current)
  return (
    <>
      {current !== undefined && (
        <Activity key={current} mode={owner === undefined || !isSetUp ? 'hidden' : 'visible'}>
          {signedIn}
        </Activity>
      )}
      {owner !== undefined && !isSetUp && <SetUpPage />}
      {owner !== undefined && <Confirmation />}
      {owner === undefined && signedOut}
    </>
  )
}
