import { session } from '@interline/shared'

const prefix = 'interline-chat-'
const mine = () => `${prefix}${session.getState().user?._id ?? ''}-`

/**
 * What this tab keeps for an administrator over a reload, and over a session that expired. It forgets with Log Out, in whatever tab, and when
 * somebody else signs in. Storage that is full or forbidden keeps nothing.
 */
export function keepInTab(name: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(mine() + name)
    else window.sessionStorage.setItem(mine() + name, value)
  } catch {
    return
  }
}

export function readFromTab(name: string): string | null {
  try {
    return window.sessionStorage.getItem(mine() + name)
  } catch {
    return null
  }
}

function forget(isForgotten: (name: string) => boolean): void {
  try {
    const names = Object.keys(window.sessionStorage).filter((name) => name.startsWith(prefix) && isForgotten(name))
    for (const name of names) window.sessionStorage.removeItem(name)
  } catch {
    return
  }
}

function forgetOthers(): void {
  const { authenticated, endedBecause } = session.getState()
  if (authenticated) forget((name) => !name.startsWith(mine()))
  else if (endedBecause !== null && endedBecause !== 'expired') forget(() => true)
}

forgetOthers()
session.subscribe(forgetOthers)
