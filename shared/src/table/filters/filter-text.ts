import { readAmounts, readDays } from '../../contract/lists/ranges.ts'
import type { Range } from '../../contract/lists/ranges.ts'
import { addMessages, messagesOf } from '../../i18n/messages.ts'
import { writeDay } from '../../time/calendar-days.ts'
import type { ListFilter } from '../column.ts'
import english from './filters.en.json'

addMessages('filters', english)
const t = messagesOf('filters')

type Shown = Pick<ListFilter<never>, 'chip' | 'options'>

/** What the value of a filter means, in words. */
export function filterText({ chip, options }: Shown, value: string): string {
  if (chip === 'amounts') return rangeText(readAmounts(value), (amount) => `${amount} $`)
  if (chip === 'days') return rangeText(readDays(value), writeDay)
  return options.find((option) => option.value === value)?.label ?? value
}

function rangeText<Value>(range: Range<Value> | null, write: (value: Value) => string): string {
  const from = range?.from === undefined ? '' : write(range.from)
  const to = range?.to === undefined ? '' : write(range.to)
  return t(from === '' ? 'until' : to === '' ? 'since' : 'between', { from, to })
}
