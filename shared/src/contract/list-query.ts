import { z } from 'zod'
import { id } from './envelope.ts'

/** A calendar day, `YYYY-MM-DD`, that exists, from year 1 to 9999. */
export const calendarDay = z.iso.date().refine((day) => !day.startsWith('0000'), 'is in no year of the calendar')

/** An IANA time zone, e.g. `Europe/Berlin`. */
export const timeZone = z.string().max(64).refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}, 'is not a time zone we know')

/**
 * Optional parameters of the four list calls. Without any of them the whole list comes back, as SPEC §7 says.
 * `sort` is a column name, with `-` in front for descending. `date` with `tz` keeps rows created on that calendar day of that
 * time zone (SPEC §2, Date filter). `id` keeps one row, `ids` up to 200, with commas between them.
 */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  page_size: z.coerce.number().int().min(1).max(200).optional(),
  sort: z.string().regex(/^-?[a-zA-Z_.]{1,64}$/).optional(),
  q: z.string().trim().max(200).optional(),
  date: calendarDay.optional(),
  tz: timeZone.optional(),
  id: id.optional(),
  ids: z.string().regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,199}$/, 'must be up to 200 ids with commas between them').optional(),
})
export type ListQuery = z.infer<typeof listQuery>
