import { useEffect, useId, useRef, useState } from 'react'
import type { FocusEvent, FormEvent } from 'react'
import { isPeriod, periods, readAmounts, readDays } from '../../contract/lists/ranges.ts'
import { placeMaxLength } from '../../contract/lengths.ts'
import { todayIn } from '../../contract/time/days.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { useTimeZone } from '../../session/preferences.ts'
import type { ListFilter } from '../../list/column.ts'
import { periodText, t } from './filter-text.ts'
import './filters.css'

export type AnyFilter = Pick<ListFilter<never>, 'key' | 'label' | 'options' | 'chip'>

type FilterFormProps = {
  filter: AnyFilter
  value: string
  onSet: (value: string) => void
  /** To the other filters. */
  onBack?: () => void
}

const reasons = { text: 'noText', choice: 'noText', amounts: 'noAmounts', days: 'noDays' } as const

/** Enters the value of one filter. What was typed stays while it cannot be taken. */
export function FilterForm({ filter: { label, options, chip = 'choice' }, value, onSet, onBack }: FilterFormProps) {
  const id = useId()
  const timeZone = useTimeZone()
  const form = useRef<HTMLFormElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const [first = '', last = ''] = isPeriod(value) ? [] : value.split('..')

  function apply(event: FormEvent) {
    event.preventDefault()
    if (!form.current) return
    const data = new FormData(form.current)
    const text = (name: string) => trimmed(String(data.get(name) ?? ''))
    const entered = chip === 'text' || chip === 'choice' ? text('value') : `${text('from')}..${text('to')}`
    if (isValid(chip, entered)) return onSet(entered)
    setIsRefused(true)
    form.current.querySelector<HTMLElement>('input, select')?.focus()
  }

  const common = { className: 'il-input', 'aria-describedby': `${id}-note`, 'aria-invalid': isRefused }
  const range =
    chip === 'days'
      ? { ...common, type: 'date', max: todayIn(timeZone), onBlur: markBlank }
      : { ...common, type: 'text', inputMode: 'decimal' as const, maxLength: 10 }
  return (
    <form ref={form} className="il-filter-form" noValidate onSubmit={apply} aria-label={label}>
      <p>{label}</p>
      {chip === 'text' && (
        <input
          {...common}
          name="value"
          aria-label={label}
          maxLength={placeMaxLength}
          defaultValue={value}
          autoComplete="off"
        />
      )}
      {chip === 'choice' && (
        <select {...common} name="value" aria-label={label} defaultValue={value || options[0]?.value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {(chip === 'amounts' || chip === 'days') && (
        <div className="il-filter-range">
          <label>
            <span>{t(chip === 'days' ? 'from' : 'least')}</span>
            <input {...range} name="from" defaultValue={first} data-blank={first === ''} />
          </label>
          <label>
            <span>{t(chip === 'days' ? 'to' : 'most')}</span>
            <input {...range} name="to" defaultValue={last} data-blank={last === ''} />
          </label>
        </div>
      )}
      {chip === 'days' && (
        <div className="il-filter-periods" role="group" aria-label={t('orPeriod')}>
          {periods.map((period) => (
            <button
              key={period}
              type="button"
              className="il-button il-button-small"
              aria-pressed={period === value}
              onClick={() => onSet(period)}
            >
              {periodText(period)}
            </button>
          ))}
        </div>
      )}
      <p
        id={`${id}-note`}
        className={isRefused ? 'il-field-refused' : 'il-field-hint'}
        role={isRefused ? 'alert' : undefined}
      >
        {isRefused ? t(reasons[chip]) : chip === 'days' ? t('days', { timeZone: timeZone.replaceAll('_', ' ') }) : ''}
      </p>
      <div className="il-filter-acts">
        <button type="submit" className="il-button il-button-small">
          {t('apply')}
        </button>
        {onBack && (
          <button type="button" className="il-button il-button-small" onClick={onBack}>
            {t('back')}
          </button>
        )}
      </div>
    </form>
  )
}

const markBlank = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
  currentTarget.dataset.blank = String(currentTarget.value === '')
}

function isValid(chip: NonNullable<AnyFilter['chip']>, value: string): boolean {
  if (chip === 'text' || chip === 'choice') return value !== ''
  const range = chip === 'days' ? readDays(value, '') : readAmounts(value)
  return range !== null && (range.from === undefined || range.to === undefined || range.from <= range.to)
}
