// The tabs of a browser receive a message at different times, those in the background seconds later.
const heldMs = 15_000
const shown = (partyId: string) => `interline-conversation-shown-${partyId}`

/** Calls `act` in the first of the browser's tabs that comes with this message, and in no other. */
export async function inOneTab(messageId: string, act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`interline-alert-${messageId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await act()
    await new Promise((resolve) => setTimeout(resolve, heldMs))
  })
}

/** The other tabs know of it from now on while this one is visible. The returned function ends that. */
export function showInThisTab(partyId: string): () => void {
  let release: (() => void) | undefined
  const update = () => {
    release?.()
    release = undefined
    if (document.hidden) return
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    void navigator.locks.request(shown(partyId), { mode: 'shared' }, () => held)
  }
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    release?.()
  }
}

/** Whether a visible tab of this browser shows the conversation. */
export async function isShownInATab(partyId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === shown(partyId))
}
