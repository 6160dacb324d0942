import { session } from '@interline/shared/session'
import type { Option } from './option.ts'

/** Ending the session clears it (shared/src/session/stored-session.ts): it has names. */
const key = 'interline-recent'
const most = 6

type Recent = Pick<Option, 'title' | 'icon'> & { to: string; detail: string | undefined }

/** What was opened last from the search, the newest first; of who is signed in. */
export function readRecent(): Option[] {
  return read().map(({ to, title, icon, detail }) => ({
    ...{ id: `recent ${to}`, kind: 'recent', to, title, icon },
    ...(detail !== undefined && { details: [detail] }),
  }))
}

export function rememberRecent(option: Option & { to: string }): void {
  const { to, title, icon, details } = option
  const recent = [{ to, title, icon, detail: details?.[0] }, ...read().filter((one) => one.to !== to)].slice(0, most)
  try {
    localStorage.setItem(key, JSON.stringify({ of: session.getState().user?._id, recent }))
  } catch {
    // Without storage there is nothing recent.
  }
}

function read(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '')
    if (typeof stored !== 'object' || stored === null) return []
    const { of, recent } = stored as Record<string, unknown>
    return of === session.getState().user?._id && Array.isArray(recent) ? recent.filter(isRecent) : []
  } catch {
    return []
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { to, title, icon, detail } = value as Record<string, unknown>
  const isText = (text: unknown) => typeof text === 'string' && text.length <= 300
  return (
    isText(to) &&
    /^\/(?![/\\])/.test(String(to)) &&
    isText(title) &&
    isText(icon) &&
    (detail === undefined || isText(detail))
  )
}
