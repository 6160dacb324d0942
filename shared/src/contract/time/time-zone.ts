/**
 * Whether it is the name of an IANA time zone, e.g. `Europe/Berlin`. An offset such as `+05:30` is none: some browsers
 * read it, and databases read it the other way round.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
