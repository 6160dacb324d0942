import { useId } from 'react'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { todayIn } from '../days.ts'
import type { DayKey } from '../days.ts'
import { useMessages } from '../messages.ts'
import { useTimeZone } from '../preferences.ts'
import { Icon } from '../ui/icon.tsx'

type DateFilterProps = {
  /** A calendar day, `YYYY-MM-DD`; null when none is chosen. */
  value: DayKey | null
  onChange: (day: DayKey | null) => void
}

const touch = typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches

/** SPEC §2, Date filter: one day, none in the future, can be cleared. Which day it is, the business time zone decides. */
export function DateFilter({ value, onChange }: DateFilterProps) {
  const id = useId()
  const say = useMessages('shared')
  const timeZone = useTimeZone()
  return (
    <div className="il-field">
      <span className="il-field-label">
        <label htmlFor={id}>{say('list.filterByDate')}</label>
        <span id={`${id}-zone`} className="il-field-hint" title={say('list.daysIn', { timeZone })}>
          <span className="il-visually-hidden">{say('list.daysIn', { timeZone })}</span>
          <span aria-hidden="true">{timeZone.replaceAll('_', ' ')}</span>
        </span>
      </span>
      <DatePicker
        id={id}
        className="il-date-filter"
        placeholder={say('list.selectDate')}
        format="MM/DD/YYYY"
        value={value === null ? null : dayjs(value, 'YYYY-MM-DD')}
        onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : null)}
        disabledDate={(day) => day.format('YYYY-MM-DD') > todayIn(timeZone)}
        showNow={false}
        panelRender={(panel) => (
          <div role="dialog" aria-label={say('list.calendar')}>
            {panel}
          </div>
        )}
        inputReadOnly={touch}
        allowClear={{ clearIcon: <Icon id="close" size={14} /> }}
        suffixIcon={<Icon id="calendar" />}
        aria-describedby={`${id}-zone`}
      />
    </div>
  )
}
