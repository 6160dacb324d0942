import { t } from '../../i18n/texts.ts'
import { useBackend } from '../../session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { ListFilter } from '../../list/column.ts'
import type { ListState } from '../../list/list-state.ts'
import type { AddFilterProps } from './add-filter.tsx'
import type { FilterChipsProps } from './filter-chips.tsx'

const AddFilter = lazyWithRetry<AddFilterProps>(
  async () => (await import(/* webpackChunkName: "list-tools" */ './add-filter.tsx')).AddFilter,
)
const FilterChips = lazyWithRetry<FilterChipsProps>(
  async () => (await import(/* webpackChunkName: "list-tools" */ './filter-chips.tsx')).FilterChips,
)

type FiltersProps<Row> = {
  filters: readonly ListFilter<Row>[]
  state: ListState
  change: (to: { filters: Readonly<Record<string, string | null>> }) => void
}

const chipsOf = <Row,>(filters: readonly ListFilter<Row>[]) => filters.filter(({ chip }) => chip !== undefined)

export function FilterMenu<Row>({ filters, state, change }: FiltersProps<Row>) {
  const hasOurs = useBackend().has('filters')
  const added = chipsOf(filters).filter(({ isOurs }) => hasOurs || !isOurs)
  if (added.length === 0) return null
  const free = added.filter(({ key }) => state.filters[key] === undefined)
  return (
    <Popover
      label={t('list.addFilter')}
      className="il-button il-button-square il-add-filter"
      button={<Icon id="filter" />}
    >
      {(close) => (
        <AddFilter
          filters={free}
          onSet={(key, value) => {
            change({ filters: { [key]: value } })
            close()
          }}
        />
      )}
    </Popover>
  )
}

/** The filters that are set, each to be changed or removed. Their room is there before their code. */
export function SetFilters<Row>({ filters, state, change }: FiltersProps<Row>) {
  const set = chipsOf(filters).filter(({ key }) => state.filters[key] !== undefined)
  if (set.length === 0) return null
  return (
    <div className="il-chips">
      <FilterChips filters={set} values={state.filters} onSet={(key, value) => change({ filters: { [key]: value } })} />
    </div>
  )
}
