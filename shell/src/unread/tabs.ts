// The tabs of a browser receive a message at different times, those in the background seconds later.
const heldMs = 15_000
const shown = (partyId: string) => `interline-conversation-shown-${partyId}`

// Firefox with all cookies blocked forbids locks, and a page over plain http has none: each tab is alone then.
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks
let shownHere: string | null = null

/** Calls `act` in the first of the browser's tabs that comes with this message, and in no other. */
export async function inOneTab(messageId: string, act: () => Promise<void>): Promise<void> {
  let isAsked = false
  const inLock = async (lock: Lock | null) => {
    isAsked = true
    if (lock === null) return
    await act()
    await new Promise((resolve) => setTimeout(resolve, heldMs))
  }
  try {
    await locks()?.request(`interline-alert-${messageId}`, { ifAvailable: true }, inLock)
  } catch (error) {
    if (isAsked) throw error
  }
  if (!isAsked) await act()
}

/** The other tabs know of it from now on while this one is visible. The returned function ends that. */
export function showInThisTab(partyId: string): () => void {
  let release: (() => void) | undefined
  const update = () => {
    release?.()
    release = undefined
    shownHere = document.hidden ? null : partyId
    if (document.hidden) return
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    locks()
      ?.request(shown(partyId), { mode: 'shared' }, () => held)
      .catch(() => undefined)
  }
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    release?.()
    shownHere = null
  }
}

/** Whether a visible tab of this browser shows the conversation. */
export async function isShownInATab(partyId: string): Promise<boolean> {
  if (shownHere === partyId) return true
  try {
    const { held = [] } = (await locks()?.query()) ?? {}
    return held.some(({ name }) => name === shown(partyId))
  } catch {
    return false
  }
}
