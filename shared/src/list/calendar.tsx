import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { DayKey } from '../days.ts'
import { Icon } from '../ui/icon.tsx'
import { addDays, addMonths, weekdayOf, weeksAround } from './calendar-days.ts'
import { useCalendarTexts } from './calendar-texts.ts'

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
  return (day: DayKey) => (format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })).format(Date.parse(`${day}T00:00:00Z`))
}
const monthName = named({ month: 'short', year: 'numeric' })
const fullName = named({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
const shortWeekday = named({ weekday: 'short' })
const longWeekday = named({ weekday: 'long' })

const turns = [
  { key: 'previousYear', months: -12, icon: 'chevrons-left' },
  { key: 'previousMonth', months: -1, icon: 'chevron-left' },
  { key: 'nextMonth', months: 1, icon: 'chevron-right' },
  { key: 'nextYear', months: 12, icon: 'chevrons-right' },
] as const

/** One month to choose a day of; none after today. */
export function Calendar({ chosen, today, entered, onChoose }: CalendarProps) {
  const say = useCalendarTexts()
  const [at, setAt] = useState(chosen ?? today)
  const [steered, setSteered] = useState(entered)
  const box = useRef<HTMLDivElement>(null)
  const days = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    if (box.current) keepInView(box.current)
  }, [])
  useEffect(() => {
    if (steered) days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at, steered])

  const weeks = weeksAround(at)
  const isAtEnd = (months: number) => months > 0 && at.slice(0, 7) >= today.slice(0, 7)
  const turn = (months: number) => {
    setSteered(false)
    setAt(notAfter(addMonths(at, months), today))
  }
  const steer = (event: KeyboardEvent) => {
    const to = stepOf(event.key, at)
    if (to === null) return
    event.preventDefault()
    setSteered(true)
    setAt(notAfter(to, today))
  }

  return (
    // A click in it leaves the focus where it is.
    <div ref={box} className="il-calendar" role="dialog" aria-label={say('calendar')} onMouseDown={(event) => event.preventDefault()}>
      <div className="il-calendar-head">
        {turns.map(({ key, months, icon }) => (
          <button key={key} type="button" aria-label={say(key)} aria-disabled={isAtEnd(months)} onClick={() => isAtEnd(months) || turn(months)}>
            <Icon id={icon} size={16} />
          </button>
        ))}
        <p aria-live="polite">{monthName(at)}</p>
      </div>
      <table>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={longWeekday(day)}>
                {shortWeekday(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={days} onKeyDown={steer}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} title={day}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={fullName(day)}
                    aria-pressed={day === chosen}
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

function stepOf(key: string, at: DayKey): DayKey | null {
  switch (key) {
    case 'ArrowLeft': return addDays(at, -1)
    case 'ArrowRight': return addDays(at, 1)
    case 'ArrowUp': return addDays(at, -7)
    case 'ArrowDown': return addDays(at, 7)
    case 'Home': return addDays(at, -weekdayOf(at))
    case 'End': return addDays(at, 6 - weekdayOf(at))
    case 'PageUp': return addMonths(at, -1)
    case 'PageDown': return addMonths(at, 1)
    default: return null
  }
}
