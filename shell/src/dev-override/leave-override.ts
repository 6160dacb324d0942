import type { DevOverride } from '@interline/federation/runtime'
import { onSessionEnd, session } from '@interline/shared/session'

const pollMs = 5000
// A browser takes a longer wait for none.
const longestWait = 2 ** 31 - 1

/** Ends the grant of this browser, as far as the shell's origin can be reached. */
export const endOverride = () =>
  fetch('/grants', { method: 'DELETE', keepalive: true }).then(
    () => undefined,
    () => undefined,
  )

/** Ends the grant and loads the page anew, with the released version. */
export async function leaveOverride(reload: () => void = () => window.location.reload()): Promise<void> {
  await endOverride()
  reload()
}

/**
 * Leaves as soon as the grant is over: its time, its session, or because somebody revoked it. Returns how to stop
 * watching.
 */
export function leaveWhenOver({ expiresAt }: DevOverride, leave: () => void = () => void leaveOverride()): () => void {
  const expiry = setTimeout(leave, Math.min(longestWait, Math.max(0, Date.parse(expiresAt) - Date.now())))
  const polling = setInterval(() => {
    fetch('/grants', { headers: { accept: 'application/json' }, cache: 'no-store' }).then(
      ({ status }) => status === 404 && leave(),
      () => undefined,
    )
  }, pollMs)
  // Log Out loads a page of its own.
  const stop = onSessionEnd(() => (session.getState().endedBecause === 'signed-out' ? void endOverride() : leave()))
  return () => {
    clearTimeout(expiry)
    clearInterval(polling)
    stop()
  }
}
