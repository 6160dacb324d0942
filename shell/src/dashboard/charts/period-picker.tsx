import { useState } from 'react'
import { longestPeriod, type DayKey } from '@interline/shared/contract'
import { isRange, lengths, type Period } from './period.ts'
import { t } from './texts.ts'
import * as styles from './period-picker.module.css'

type PeriodPickerProps = {
  period: Period
  today: DayKey
  onChange: (period: number | { from: DayKey; to: DayKey }) => void
}

/** 7, 30 or 90 days up to today, or a range of days. A range that is none is said, and changes nothing yet. */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null)
  const range = typed ?? (period.length === null ? { from: period.from, to: period.to } : null)
  const isWrong = range !== null && !isRange(range.from, range.to, today)

  function type(change: { from?: string; to?: string }) {
    const { from, to } = { from: period.from, to: period.to, ...range, ...change }
    const isGood = isRange(from, to, today)
    setTyped(isGood ? null : { from, to })
    if (isGood) onChange({ from, to })
  }

  return (
    <div className={styles.picker}>
      <fieldset className={styles.lengths}>
        <legend className="il-visually-hidden">{t('period')}</legend>
        {lengths.map((length) => (
          <label key={length}>
            <input
              type="radio"
              name="chart-period"
              checked={range === null && period.length === length}
              onChange={() => {
                setTyped(null)
                onChange(length)
              }}
            />
            <span>{t('lastDays', { days: length })}</span>
          </label>
        ))}
        <label>
          <input type="radio" name="chart-period" checked={range !== null} onChange={() => type({})} />
          <span>{t('range')}</span>
        </label>
      </fieldset>
      {range && (
        <div className={styles.range}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              <span>{t(end)}</span>
              <input
                className="il-input"
                type="date"
                max={today}
                value={range[end]}
                data-blank={range[end] === ''}
                aria-invalid={isWrong}
                {...(isWrong && { 'aria-describedby': 'no-range' })}
                onChange={({ target }) => type({ [end]: target.value })}
              />
            </label>
          ))}
          {isWrong && (
            <p id="no-range" role="status">
              {t('noRange', { days: longestPeriod })}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
