import { hasWords, isAmountIn, isDayIn } from '@interline/shared/table'
import type { ListFilter } from '@interline/shared/table'
import { t } from '../messages.ts'

type Trip = { source?: { address?: unknown } | null; destination?: { address?: unknown } | null; amount?: unknown }

/** The filters by place, amount and day of creation, of rides and of bookings; the server knows all by these names. */
export const tripFilters = <Row extends { createdAt?: unknown }>(
  tripOf: (row: Row) => Trip | null | undefined,
): ListFilter<Row>[] => [
  {
    key: 'source',
    label: t('filters.source'),
    chip: 'text',
    options: [],
    matches: (row, value) => hasWords(tripOf(row)?.source?.address, value),
  },
  {
    key: 'destination',
    label: t('filters.destination'),
    chip: 'text',
    options: [],
    matches: (row, value) => hasWords(tripOf(row)?.destination?.address, value),
  },
  {
    key: 'amount',
    label: t('filters.amount'),
    chip: 'amounts',
    options: [],
    matches: (row, value) => isAmountIn(tripOf(row)?.amount, value),
  },
  {
    key: 'created',
    label: t('filters.created'),
    chip: 'days',
    options: [],
    matches: ({ createdAt }, value, timeZone) => isDayIn(createdAt, value, timeZone),
  },
]
