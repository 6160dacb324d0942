import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { todayIn } from '../../contract/time/days.ts'
import type { DayKey } from '../../contract/time/days.ts'
import { useTimeZone } from '../../session/preferences.ts'
import { Icon } from '../../ui/icon.tsx'
import { isWriting } from '../../ui/is-writing.ts'
import { readDay, writeDay } from '../../time/calendar-days.ts'
import { Calendar } from './calendar.tsx'
import { t } from './calendar-texts.ts'

type DateFilterProps = {
  /** A calendar day, `YYYY-MM-DD`; null when none is chosen. */
  value: DayKey | null
  onChange: (day: DayKey | null) => void
}

const touch = typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches

/**
 * SPEC §2, Date filter: one day, none in the future, can be cleared. Which day it is, the business time zone decides.
 */
export function DateFilter({ value, onChange }: DateFilterProps) {
  const id = useId()
  const timeZone = useTimeZone()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  const [shown, setShown] = useState<'closed' | 'open' | 'entered'>('closed')
  const today = todayIn(timeZone)
  const meant = typed === null ? value : readDay(typed)
  const valid = meant !== null && meant <= today ? meant : null

  function settle(day: DayKey | null) {
    setTyped(null)
    setIsRefused(false)
    setShown('closed')
    box.current?.focus()
    if (day !== value) onChange(day)
  }

  function press(event: KeyboardEvent) {
    if (isWriting(event)) return
    if (event.key === 'Escape' && (shown !== 'closed' || typed !== null)) {
      event.stopPropagation()
      settle(value)
    }
    if (event.target !== box.current) return
    if (event.key === 'Enter' && typed !== null) {
      if (typed.trim() === '') settle(null)
      else if (valid !== null) settle(valid)
      else setIsRefused(true)
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      setShown('entered')
    }
  }

  function leave() {
    setShown('closed')
    setTyped(null)
    setIsRefused(false)
  }

  return (
    <div
      className="il-field"
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || leave()}
    >
      <span className="il-field-label">
        <label htmlFor={id} className={isRefused ? 'il-visually-hidden' : undefined}>
          {t('filterByDate')}
        </label>
        {isRefused && (
          <span id={`${id}-refused`} className="il-field-refused" role="alert">
            {t('notADay')}
          </span>
        )}
        <span id={`${id}-zone`} className="il-field-hint" hidden={isRefused} title={t('daysIn', { timeZone })}>
          <span className="il-visually-hidden">{t('daysIn', { timeZone })}</span>
          <span aria-hidden="true">{timeZone.replaceAll('_', ' ')}</span>
        </span>
      </span>
      <span className="il-date-filter">
        <input
          ref={box}
          id={id}
          className="il-input"
          autoComplete="off"
          placeholder={t('selectDate')}
          value={typed ?? (value === null ? '' : writeDay(value))}
          readOnly={touch}
          aria-haspopup="dialog"
          aria-invalid={isRefused}
          aria-describedby={`${id}-${isRefused ? 'refused' : 'zone'}`}
          onClick={() => setShown('open')}
          onChange={(event) => {
            setTyped(event.target.value)
            setIsRefused(false)
            setShown('open')
          }}
        />
        {value === null ? (
          <Icon id="calendar" className="il-field-mark" />
        ) : (
          <button
            type="button"
            className="il-icon-button il-icon-button-small il-clear"
            aria-label={t('clear')}
            onClick={() => settle(null)}
          >
            <Icon id="close" size={14} />
          </button>
        )}
      </span>
      {shown !== 'closed' && (
        <Calendar
          key={`${shown} ${valid}`}
          chosen={valid}
          today={today}
          entered={shown === 'entered'}
          onChoose={settle}
        />
      )}
    </div>
  )
}
