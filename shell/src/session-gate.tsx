import { Activity, useState } from 'react'
import type { ReactNode } from 'react'
import { useSession } from '@interline/shared'

/**
 * One address, two screens (SPEC §4): what is meant for the signed-in, or what the signed-out see instead. The address stays as
 * it was asked for, so that a deep link opens by itself after signing in. When a session ends by itself, what was on screen is kept out of sight
 * for the same administrator's next one: nothing that was entered is lost.
 */
export function SessionGate({ signedIn, signedOut }: { signedIn: ReactNode; signedOut: ReactNode }) {
  const owner = useSession(({ authenticated, user }) => (authenticated ? (user?._id ?? '') : undefined))
  const hasExpired = useSession(({ endedBecause }) => endedBecause === 'expired')
  const [kept, setKept] = useState(owner)
  const keeps = owner ?? (hasExpired ? kept : undefined)
  if (keeps !== kept) setKept(keeps)
  return (
    <>
      {keeps !== undefined && (
        <Activity key={keeps} mode={owner === undefined ? 'hidden' : 'visible'}>
          {signedIn}
        </Activity>
      )}
      {owner === undefined && signedOut}
    </>
  )
}
