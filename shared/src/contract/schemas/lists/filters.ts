import { z } from 'zod'
import { placeMaxLength } from '../../lengths.ts'
import { driverFileFields } from '../../drivers.ts'
import { text } from '../text.ts'
import { isDays, readAmounts } from '../../lists/ranges.ts'

export const missingFilter = {
  missing: z
    .enum(['any', ...driverFileFields])
    .optional()
    .describe('Keeps drivers without that document, or without any of the three.'),
}

const place = text(placeMaxLength).optional()

/** The filters of rides and bookings beside those of `listQuery`. */
export const tripFilters = {
  source: place.describe('Keeps rows whose source has each of these words.'),
  destination: place.describe('Keeps rows whose destination has each of these words.'),
  amount: z
    .string()
    .max(30)
    .refine((text) => readAmounts(text) !== null, 'must be amounts such as 10..50, 10.. or ..50')
    .optional()
    .describe('In dollars: `10..50`, `10..` or `..50`, both ends among them.'),
  created: z
    .string()
    .max(30)
    .refine(isDays, 'must be days such as 2026-01-01..2026-01-31, or a period such as last-week')
    .optional()
    .describe(
      'Days of the time zone `tz`: `2026-01-01..2026-01-31`, or open at one end, both ends among them; or `this-week` or `last-week`. A week begins on Sunday.',
    ),
}
