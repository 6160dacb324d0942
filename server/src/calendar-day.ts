/** From the first instant of a day to the first of the next: `start` belongs to it, `end` does not. */
export type Span = { start: Date; end: Date }

/** The calendar day `YYYY-MM-DD` in a time zone. It can last 23 or 25 hours, or none where the zone skipped it. */
export function spanOfDay(day: string, timeZone: string): Span {
  return { start: startOfDay(day, timeZone), end: startOfDay(addDays(day, 1), timeZone) }
}

/** The day that an instant falls on in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const parts = new Map(formatterOf(timeZone).formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The first instant whose local date is `day` or later; no zone is further than a day from UTC. */
function startOfDay(day: string, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`)
  let before = utc - 86_400_000
  let from = utc + 86_400_000
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayOf(new Date(middle), timeZone) < day) before = middle
    else from = middle
  }
  return new Date(from)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', numberingSystem: 'latn', year: 'numeric', month: '2-digit', day: '2-digit' })
    if (formatters.size < 1000) formatters.set(timeZone, formatter)
  }
  return formatter
}
