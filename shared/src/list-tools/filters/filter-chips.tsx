import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { FilterForm } from './filter-form.tsx'
import type { AnyFilter } from './filter-form.tsx'
import { filterText, t } from './filter-text.ts'
import './filters.css'

export type FilterChipsProps = {
  filters: readonly AnyFilter[]
  values: Readonly<Record<string, string>>
  onSet: (key: string, value: string | null) => void
}

export function FilterChips({ filters, values, onSet }: FilterChipsProps) {
  return (
    <ul aria-label={t('set')}>
      {filters.map((filter) => {
        const value = values[filter.key] ?? ''
        return (
          <li key={filter.key} className="il-chip">
            <Popover
              label={t('change', { filter: filter.label })}
              className="il-chip-text"
              button={
                <>
                  <span>{filter.label}</span>: <strong>{filterText(filter, value)}</strong>
                </>
              }
            >
              {(close) => (
                <FilterForm
                  filter={filter}
                  value={value}
                  onSet={(to) => {
                    onSet(filter.key, to)
                    close()
                  }}
                />
              )}
            </Popover>
            <button
              type="button"
              className="il-icon-button il-icon-button-small il-clear"
              aria-label={t('remove', { filter: filter.label })}
              onClick={({ currentTarget }) => {
                const menu = currentTarget.closest('section')?.querySelector<HTMLElement>('.il-add-filter')
                onSet(filter.key, null)
                menu?.focus()
              }}
            >
              <Icon id="close" size={14} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
