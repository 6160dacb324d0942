import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { DayKey } from '../../contract/time/days.ts'
import { Icon } from '../../ui/icon.tsx'
import { isWriting } from '../../ui/is-writing.ts'
import { addDays } from '../../contract/time/days.ts'
import { addMonths, weekdayOf, weeksAround } from '../../time/calendar-days.ts'
import { t } from './calendar-texts.ts'

type CalendarProps = {
  chosen: DayKey | null
  /** The last day that can be chosen. */
  today: DayKey
  /** The keyboard starts in it. */
  entered: boolean
  onChoose: (day: DayKey) => void
}

const named = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (day: DayKey) =>
    (format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })).format(
      Date.parse(`${day}T00:00:00Z`),
    )
}
const monthName = named({ month: 'short', year: 'numeric' })
const fullName = named({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
const shortWeekday = named({ weekday: 'short' })
const longWeekday = named({ weekday: 'long' })

const monthSteps = [
  { key: 'previousYear', months: -12, icon: 'chevrons-left' },
  { key: 'previousMonth', months: -1, icon: 'chevron-left' },
  { key: 'nextMonth', months: 1, icon: 'chevron-right' },
  { key: 'nextYear', months: 12, icon: 'chevrons-right' },
] as const

/** One month to choose a day of; none after today. */
export function Calendar({ chosen, today, entered, onChoose }: CalendarProps) {
  const [at, setAt] = useState(chosen ?? today)
  const [focusMoved, setFocusMoved] = useState(entered)
  const box = useRef<HTMLDivElement>(null)
  const days = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    if (box.current) keepInView(box.current)
  }, [])
  useEffect(() => {
    if (focusMoved) days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at, focusMoved])

  const weeks = weeksAround(at)
  const isAtEnd = (months: number) => months > 0 && at.slice(0, 7) >= today.slice(0, 7)
  const moveBy = (months: number) => {
    setFocusMoved(false)
    setAt(notAfter(addMonths(at, months), today))
  }
  const moveFocus = (event: KeyboardEvent) => {
    const to = isWriting(event) ? null : stepOf(event, at)
    if (to === null) return
    event.preventDefault()
    setFocusMoved(true)
    setAt(notAfter(to, today))
  }

  return (
    // A click in it leaves the focus where it is.
    <div
      ref={box}
      className="il-calendar"
      role="dialog"
      aria-label={t('calendar')}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="il-calendar-head">
        {monthSteps.map(({ key, months, icon }) => (
          <button
            key={key}
            type="button"
            aria-label={t(key)}
            aria-disabled={isAtEnd(months)}
            onClick={() => isAtEnd(months) || moveBy(months)}
          >
            <Icon id={icon} size={16} />
          </button>
        ))}
        <p aria-live="polite">{monthName(at)}</p>
      </div>
      <table role="grid" aria-label={monthName(at)}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={longWeekday(day)}>
                {shortWeekday(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={days} onKeyDown={moveFocus}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} title={day} role="gridcell" aria-selected={day === chosen}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={fullName(day)}
                    {...(day === today && { 'aria-current': 'date' as const })}
                    data-outside={day.slice(0, 7) !== at.slice(0, 7)}
                    disabled={day > today}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function keepInView(box: HTMLElement) {
  const beyond = box.getBoundingClientRect().right + 8 - document.documentElement.clientWidth
  if (beyond > 0) box.style.left = `${-beyond}px`
}

const notAfter = (day: DayKey, today: DayKey) => (day > today ? today : day)

/** Where a key leads from a day, by the grid pattern of WAI-ARIA. */
function stepOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, at: DayKey): DayKey | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(at, -1)
    case 'ArrowRight':
      return addDays(at, 1)
    case 'ArrowUp':
      return addDays(at, -7)
    case 'ArrowDown':
      return addDays(at, 7)
    case 'Home':
      return addDays(at, -weekdayOf(at))
    case 'End':
      return addDays(at, 6 - weekdayOf(at))
    case 'PageUp':
      return addMonths(at, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(at, shiftKey ? 12 : 1)
    default:
      return null
  }
}
