import type { ReactNode } from 'react'
import { useSession } from '@interline/shared'

/**
 * One address, two screens (SPEC §4): what is meant for the signed-in, or what the signed-out see instead. The address stays as
 * it was asked for, so that a deep link opens by itself after signing in.
 */
export function SessionGate({ signedIn, signedOut }: { signedIn: ReactNode; signedOut: ReactNode }) {
  return useSession((session) => session.authenticated) ? signedIn : signedOut
}
