import { isPeriod, readAmounts, readDays } from '../../contract/lists/ranges.ts'
import type { Period, Range } from '../../contract/lists/ranges.ts'
import { messages } from '../../i18n/messages.ts'
import { writeDay } from '../../time/calendar-days.ts'
import type { ListFilter } from '../../list/column.ts'
import english from './filters.en.json'

export const t = messages('filters', english)

type Shown = Pick<ListFilter<never>, 'chip' | 'options'>

/** The meaning of a filter's value, in words. */
export function filterText({ chip, options }: Shown, value: string): string {
  if (chip === 'amounts') return rangeText(readAmounts(value), (amount) => `${amount} $`)
  if (chip === 'days') return isPeriod(value) ? periodText(value) : rangeText(readDays(value, ''), writeDay)
  return options.find((option) => option.value === value)?.label ?? value
}

/** A period in words, e.g. `Last week`. */
export const periodText = (period: Period): string => t(`periods.${period}`)

function rangeText<Value>(range: Range<Value> | null, write: (value: Value) => string): string {
  const from = range?.from === undefined ? '' : write(range.from)
  const to = range?.to === undefined ? '' : write(range.to)
  return t(from === '' ? 'until' : to === '' ? 'since' : 'between', { from, to })
}
