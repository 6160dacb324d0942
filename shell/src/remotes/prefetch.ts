import type { Release, Remotes } from '@interline/federation/runtime'
import { askAhead } from '@interline/shared/api'
import { safeTabStorage, session } from '@interline/shared/session'
import { prefetchLazy } from '@interline/shared/ui'
import { isWithheld } from './offered-entries.ts'
import { lazyEntryPoints } from '../provides.ts'
import { afterFirstScreen, savesData, whenIdle } from '../first-screen/after-first-screen.ts'

/** A remote keeps under this key of the tab's storage what it could not send, and sends it when it runs. */
const hasUnsent = (remote: string) => safeTabStorage.getItem(`interline-unsent:${remote}`) !== null

/**
 * Once the first screen is drawn, runs the remotes that have something unsent since before a reload. Then it fetches
 * what a first visit of another screen needs, one thing per idle moment, each when the one before is there: the code of
 * each remote that this administrator may use, of which nothing runs, and the entry points of shared for lists. It
 * fetches nothing for people who save data. Returns how to stop.
 */
export function prefetchWhenIdle({ remotes: pinned, off }: Release, remotes: Remotes): () => void {
  const { user } = session.getState()
  let wanted = true
  const idle = () => new Promise<void>((resolve) => void whenIdle(resolve))
  async function fetchAll() {
    const offered = Object.values(pinned).filter((one) => !isWithheld(one, user))
    const names = offered.map(({ descriptor }) => descriptor.name)
    // A failure is reported, and shown when the remote is visited.
    for (const name of names) if (hasUnsent(name) && !off[name]) await remotes.load(name).catch(() => undefined)
    if (savesData()) return
    for (const name of names) {
      await idle()
      if (!wanted) return
      await remotes.prefetch(name).catch(() => undefined)
    }
    await idle()
    if (wanted) void lazyEntryPoints['@interline/shared/list-tools']?.().catch(() => undefined)
  }
  const stop = afterFirstScreen(() => void fetchAll())
  return () => {
    wanted = false
    stop()
    leaveNear()
  }
}

/** A pointer that passes over an entry on its way asks for nothing; ms. */
const restMs = 80
let resting: ReturnType<typeof setTimeout> | undefined

/**
 * Fetches what the first visit of a screen needs, whose link has the pointer or the focus: its remote's code, and the
 * data that the remote's descriptor names for it.
 */
export function prefetchNear(remote: string, address: string, remotes: Remotes): void {
  void remotes.prefetch(remote)
  clearTimeout(resting)
  if (savesData()) return
  resting = setTimeout(() => {
    // The press that opens a screen gives its link the focus: by now the screen asks for itself.
    if (new URL(address, location.href).pathname !== location.pathname) askAhead(address)
  }, restMs)
}

/** The pointer or the focus has gone on. */
export const leaveNear = () => clearTimeout(resting)

let isComing = false

/** Fetches what the buttons of the screen open, once the pointer or the focus has come to it. */
export function prefetchDialogs(): void {
  if (isComing || savesData()) return
  isComing = true
  whenIdle(() => void prefetchLazy().finally(() => (isComing = false)))
}
