import { Activity, useState } from 'react'
import type { ReactNode } from 'react'
import { useSession } from '@interline/shared/session'

/**
 * One address, two screens (SPEC §4): what is meant for the signed-in, or what the signed-out see instead. The
 * requested address stays, so that a deep link opens by itself after signing in. When a session expires, its screen
 * stays mounted but hidden for the same administrator's next session, so that no input is lost.
 */
export function SessionGate({ signedIn, signedOut }: { signedIn: ReactNode; signedOut: ReactNode }) {
  const owner = useSession(({ authenticated, user }) => (authenticated ? (user?._id ?? '') : undefined))
  const hasExpired = useSession(({ endedBecause }) => endedBecause === 'expired')
  const [retained, setRetained] = useState(owner)
  const current = owner ?? (hasExpired ? retained : undefined)
  if (current !== retained) setRetained(current)
  return (
    <>
      {current !== undefined && (
        <Activity key={current} mode={owner === undefined ? 'hidden' : 'visible'}>
          {signedIn}
        </Activity>
      )}
      {owner === undefined && signedOut}
    </>
  )
}
