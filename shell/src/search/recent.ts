import { readStored, session, writeStored } from '@interline/shared/session'
import type { Option } from './option.ts'

/** Ending the session clears it (shared/src/session/stored-session.ts): it has names. */
const key = 'interline-recent'
const most = 6

type Recent = Pick<Option, 'title' | 'icon'> & { to: string; detail: string | undefined }

/** The last things opened from the search by this person, the newest first. */
export function readRecent(): Option[] {
  return read().map(({ to, title, icon, detail }) => ({
    ...{ id: `recent ${to}`, kind: 'recent', to, title, icon },
    ...(detail !== undefined && { details: [detail] }),
  }))
}

export function rememberRecent(option: Option & { to: string }): void {
  const { to, title, icon, details } = option
  const recent = [{ to, title, icon, detail: details?.[0] }, ...read().filter((one) => one.to !== to)].slice(0, most)
  writeStored(key, { of: session.getState().user?._id, recent })
}

function read(): Recent[] {
  const { of, recent } = (readStored(key) ?? {}) as { of?: unknown; recent?: unknown }
  return of === session.getState().user?._id && Array.isArray(recent) ? recent.filter(isRecent) : []
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { to, title, icon, detail } = value as Record<string, unknown>
  const texts = [to, title, icon, ...(detail === undefined ? [] : [detail])]
  // An address of another site would begin with two slashes.
  return texts.every((text) => typeof text === 'string') && /^\/(?![/\\])/.test(String(to))
}
