import { onSessionEnd } from '@interline/shared'

const prefix = 'interline-chat-'

/** What this tab keeps over a reload and forgets with the session. Storage that is full or forbidden keeps nothing. */
export function keepInTab(name: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(prefix + name)
    else window.sessionStorage.setItem(prefix + name, value)
  } catch {
    return
  }
}

export function readFromTab(name: string): string | null {
  try {
    return window.sessionStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

onSessionEnd(() => {
  try {
    const names = Object.keys(window.sessionStorage).filter((name) => name.startsWith(prefix))
    for (const name of names) window.sessionStorage.removeItem(name)
  } catch {
    return
  }
})
