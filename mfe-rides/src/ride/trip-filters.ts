import { hasWords, isAmountIn, isDayIn } from '@interline/shared/list-tools'
import type { ListFilter } from '@interline/shared/list'
import type { Trip } from '../api.ts'
import { t } from '../messages.ts'

/** The filters by place, amount and day of creation, of rides and of bookings; the server knows all by these names. */
export const tripFilters = <Row extends { createdAt?: unknown }>(
  tripOf: (row: Row) => Trip | null | undefined,
): ListFilter<Row>[] => [
  {
    key: 'source',
    label: t('trip.source'),
    chip: 'text',
    options: [],
    matches: (row, value) => hasWords(tripOf(row)?.source?.address, value),
  },
  {
    key: 'destination',
    label: t('trip.destination'),
    chip: 'text',
    options: [],
    matches: (row, value) => hasWords(tripOf(row)?.destination?.address, value),
  },
  {
    key: 'amount',
    label: t('trip.amount'),
    chip: 'amounts',
    options: [],
    matches: (row, value) => isAmountIn(tripOf(row)?.amount, value),
  },
  {
    key: 'created',
    label: t('trip.created'),
    chip: 'days',
    options: [],
    matches: ({ createdAt }, value, timeZone) => isDayIn(createdAt, value, timeZone),
  },
]
