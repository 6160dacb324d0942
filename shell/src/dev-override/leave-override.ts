import { onSessionEnd, session } from '@interline/shared/session'

/** Ends the override of this browser, as far as the shell's origin can be reached. */
export const endOverride = () =>
  fetch('/dev-override', { method: 'DELETE', keepalive: true }).then(
    () => undefined,
    () => undefined,
  )

/** Ends the override and loads the page anew, with the released version. */
export async function leaveOverride(reload: () => void = () => window.location.reload()): Promise<void> {
  await endOverride()
  reload()
}

/** Leaves when the person's session ends. Returns how to stop watching. */
export const leaveWithSession = (leave: () => void = () => void leaveOverride()): (() => void) =>
  // Log Out loads a page of its own.
  onSessionEnd(() => (session.getState().endedBecause === 'signed-out' ? void endOverride() : leave()))
