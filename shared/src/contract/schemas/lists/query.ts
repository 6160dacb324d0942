import { z } from 'zod'
import { searchMaxLength } from '../../lengths.ts'
import { id } from '../envelope.ts'
import { mostRowsAtOnce } from '../../lists/window.ts'
import { isDayKey } from '../../time/days.ts'
import { isTimeZone } from '../../time/time-zone.ts'

/** A calendar day, `YYYY-MM-DD`, that exists, from year 1 to 9999. */
export const calendarDay = z.iso.date({ abort: true }).refine(isDayKey, 'is in no year of the calendar')

/** An IANA time zone, e.g. `Europe/Berlin`. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'is not a time zone we know')

/**
 * Optional parameters of the four list calls. Without any of them the whole list comes back, as SPEC §7 says. `sort` is
 * a column name, with `-` in front for descending. `date` with `tz` keeps rows created on that calendar day of that
 * time zone (SPEC §2, Date filter). `id` keeps one row, `ids` up to 200, with commas between them; `notification` those
 * that one is about.
 */
export const listQuery = z.object({
  page: z
    .literal('last')
    .or(z.coerce.number().int().min(1).max(1_000_000))
    .optional()
    .describe('1-based, within the first 10,000 rows; or `last`.'),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .describe('Instead of `page`: `meta.next` or `meta.previous` of an answer to the same query.'),
  page_size: z.coerce.number().int().min(1).max(mostRowsAtOnce).optional().describe('50 when it is not given.'),
  sort: z
    .string()
    .regex(/^-?[a-zA-Z_.]{1,64}$/)
    .optional()
    .describe('A column name, with `-` in front for descending. Empty values come last in both directions.'),
  q: z
    .string()
    .trim()
    .max(searchMaxLength)
    .optional()
    .describe(
      'A search term: words that a row has, in any order, such as parts of a name, an address or a number; the digits of a phone, however it is written; or an `_id`. One or two letters are the beginning of a name. Accents, case and invisible characters do not matter.',
    ),
  date: calendarDay.optional().describe('Keeps rows created on that calendar day of the time zone `tz`.'),
  tz: timeZone.optional(),
  id: id.optional().describe('Keeps one row.'),
  ids: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,199}$/, 'must be up to 200 ids with commas between them')
    .optional()
    .describe('Keeps up to 200 rows.'),
  bulk: z.literal('true').optional().describe('The rows are read to be changed: the page may take long.'),
  notification: id.optional().describe('Keeps the rows of the bulk change that this notification tells of.'),
})
export type ListQuery = z.infer<typeof listQuery>
