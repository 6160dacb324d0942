import { z } from 'zod'

/** `_id` of any record: an opaque string of 1 to 64 letters, digits, `-` or `_`. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id')

/** An instant as ISO 8601 in UTC with milliseconds, e.g. `2024-05-01T09:30:00.000Z`. */
export const instant = z.iso.datetime()

/** Every successful call answers this: `{success: true, data}`. SPEC §7 reads `data`. */
export const answer = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })

/** The answer of a call of which only `success` is read (SPEC §7). */
export const done = z.object({ success: z.literal(true), message: z.string().optional() })

/**
 * Beside a list that was asked for with paging, sorting or filters; a backend that knows none of it sends no `meta`.
 */
export const listMeta = z.object({
  total: z
    .number()
    .int()
    .nonnegative()
    .describe('Rows that match the filters, over all pages, counted up to 10,001: that means more than 10,000.'),
  page: z.number().int().positive().nullable().describe('1-based; null where it is not known.'),
  page_size: z.number().int().positive(),
  next: z.string().optional().describe('The cursor of the next page; absent on the last one.'),
  previous: z.string().optional().describe('The cursor of the page before; absent on the first one.'),
})
export type ListMeta = z.infer<typeof listMeta>

export const listAnswer = <T extends z.ZodType>(row: T) =>
  z.object({ success: z.literal(true), data: z.array(row), meta: listMeta.optional() })

/** One field that was refused, by its name in the payload. */
export const fieldError = z.object({ field: z.string(), message: z.string() })

/**
 * Every error of the API: RFC 9457 problem+json, with `success: false` for clients that read only that (SPEC §7).
 * `changed_by` and `changed_at` come with a 409, after a conflicting change by somebody else.
 */
export const problem = z.object({
  success: z.literal(false),
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  code: z.string().optional().describe('For programs: why, where more than the status is needed to go on.'),
  request_id: z.string(),
  errors: z.array(fieldError).optional(),
  changed_by: z.string().optional(),
  changed_at: instant.optional(),
})
export type Problem = z.infer<typeof problem>
