import type { ReactNode } from 'react'
import { t } from '../i18n/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../list/toolbar/select.tsx'
import type { Column, ListFilter } from '../list/column.ts'
import { DateFilter } from './date-filter/date-filter.tsx'
import { FilterMenu } from './filters/filter-menu.tsx'
import type { ListState, useListState } from '../list/list-state.ts'
import { SearchBox } from '../list/toolbar/search-box.tsx'

type ListToolbarProps<Row> = {
  title: string
  columns: readonly Column<Row>[]
  filters: readonly ListFilter<Row>[]
  state: ListState
  change: ReturnType<typeof useListState>['change']
  searchHint: string | undefined
  refreshing: boolean
  onRefresh: () => void
  /** Phones have no headings to sort by. */
  showSort: boolean
  /** More tools. */
  children: ReactNode
}

export function ListToolbar<Row>({
  title,
  columns,
  filters,
  state,
  change,
  searchHint,
  refreshing,
  onRefresh,
  showSort,
  children,
}: ListToolbarProps<Row>) {
  const sortable = columns.flatMap(({ sortKey, title: column }) => (sortKey === undefined ? [] : [{ sortKey, column }]))
  return (
    <div className="il-toolbar" role="search" aria-label={title}>
      <SearchBox
        value={state.q}
        onChange={(q) => change({ q }, 'replace')}
        label={t('list.searchIn', { title })}
        placeholder={searchHint ?? t('list.search')}
      />
      <DateFilter value={state.date} onChange={(date) => change({ date })} />
      {filters.map(({ key, label, options, chip, isWide }) =>
        chip !== undefined ? null : (
          <label className="il-field" key={key} data-wide={isWide}>
            <span className="il-field-label">{label}</span>
            <Select
              label={label}
              value={state.filters[key] ?? ''}
              onChange={(value) => change({ filters: { [key]: value } })}
              options={[{ value: '', label: t('list.any') }, ...options]}
            />
          </label>
        ),
      )}
      {showSort && sortable.length > 0 && (
        <label className="il-field">
          <span className="il-field-label">{t('list.sortBy')}</span>
          <Select
            label={t('list.sortBy')}
            value={state.sort}
            onChange={(sort) => change({ sort })}
            options={[
              { value: '', label: t('list.unsorted') },
              ...sortable.flatMap(({ sortKey, column }) => [
                { value: sortKey, label: t('list.ascending', { column }) },
                { value: `-${sortKey}`, label: t('list.descending', { column }) },
              ]),
            ]}
          />
        </label>
      )}
      <div className="il-toolbar-end">
        <FilterMenu {...{ filters, state, change }} />
        {children}
        <button
          type="button"
          className="il-button il-button-square"
          aria-label={t('list.refresh', { title })}
          title={t('list.refresh', { title })}
          onClick={onRefresh}
        >
          <Icon id="refresh" className={refreshing ? 'il-spin' : ''} />
        </button>
      </div>
    </div>
  )
}
