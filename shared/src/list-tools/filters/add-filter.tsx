import { useEffect, useRef, useState } from 'react'
import { FilterForm } from './filter-form.tsx'
import type { AnyFilter } from './filter-form.tsx'
import './filter-text.ts'
import { t } from './filter-text.ts'

export type AddFilterProps = { filters: readonly AnyFilter[]; onSet: (key: string, value: string) => void }

/** First which filter, then its value. */
export function AddFilter({ filters, onSet }: AddFilterProps) {
  const [chosen, setChosen] = useState<AnyFilter | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (chosen === null) list.current?.querySelector('button')?.focus()
  }, [chosen])
  if (chosen)
    return (
      <FilterForm filter={chosen} value="" onSet={(value) => onSet(chosen.key, value)} onBack={() => setChosen(null)} />
    )
  return (
    <div className="il-filter-form">
      <p>{t(filters.length === 0 ? 'none' : 'choose')}</p>
      <ul ref={list}>
        {filters.map((filter) => (
          <li key={filter.key}>
            <button type="button" className="il-option" onClick={() => setChosen(filter)}>
              {filter.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
