import type { DayKey } from '@interline/shared'
import { say } from './say.ts'

const long = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayMs = 86_400_000

// Days are labels here, so their arithmetic is UTC's, where every day has 24 hours.
const midnightOf = (day: DayKey) => Date.parse(`${day}T00:00:00Z`)

/** `Today`, `Yesterday`, else the day in words. */
export function dayLabel(day: DayKey, today: DayKey): string {
  const ago = (midnightOf(today) - midnightOf(day)) / dayMs
  if (ago === 0) return say('chat.today')
  return ago === 1 ? say('chat.yesterday') : long.format(midnightOf(day))
}
