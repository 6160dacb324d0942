import { stripVTControlCharacters } from 'node:util'

export type Named = { name: string; reason: string }

/** The tests of a step, how each ended, and the seconds of each file: a test's name is `FILE: TITLE`. */
export type Found = { passed: number; failed: Named[]; skipped: Named[]; files: { name: string; seconds: number }[] }

/** A step that is one test. */
export const one = (name: string, ok: boolean): Found => ({
  passed: ok ? 1 : 0,
  failed: ok ? [] : [{ name, reason: '' }],
  skipped: [],
  files: [],
})

/** A run that failed without a failed test (it crashed, or ran nothing) counts as one failure. */
export function complete(name: string, ok: boolean, found: Found | null): Found {
  if (found !== null && (found.failed.length > 0 || (ok && found.passed > 0))) return found
  const reason = 'it ended without saying which test failed'
  return { passed: 0, skipped: [], files: [], ...found, failed: [{ name, reason }] }
}

/** A line for the log. CI keeps the end of it: the reason stands beside the name. */
export const line = ({ name, reason }: Named) =>
  [name, ...stripVTControlCharacters(reason).split('\n', 12)].filter((text) => text.trim() !== '').join('\n      ')
