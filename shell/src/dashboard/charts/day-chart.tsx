import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { ActivityDay, DayKey } from '@interline/shared/contract'
import { formatCount } from '@interline/shared/i18n'
import { ChartCard } from './chart-card.tsx'
import { t } from './texts.ts'
import * as styles from './day-chart.module.css'

/** One line: what it is called, which token colours it, and its value on a day; null where there is none. */
export type Series = { name: string; colour: string; valueOf: (day: ActivityDay) => number | null }

type DayChartProps = {
  name: string
  title: string
  days: readonly ActivityDay[]
  series: readonly Series[]
  /** The values are shares in percent: up to 100, and without a sum. */
  isShare?: boolean
}

/** Some figures of each day, as lines and as a table. The second line is dashed, so that no colour is needed. */
export function DayChart({ name, title, days, series, isShare = false }: DayChartProps) {
  const write = (value: number | null) =>
    value === null ? t('none') : isShare ? t('percent', { value }) : formatCount(value)
  const sumOf = ({ valueOf }: Series) => days.reduce((sum, day) => sum + (valueOf(day) ?? 0), 0)
  const rows = days.map((day) => ({ day: day.day, ...series.map(({ valueOf }) => valueOf(day)) }))
  return (
    <ChartCard
      name={name}
      title={title}
      top={
        <ul className={styles.legend}>
          {series.map((one, at) => (
            <li key={one.name}>
              <svg width="20" height="8" aria-hidden="true">
                <line x1="0" x2="20" y1="4" y2="4" className={styles.line} {...strokeOf(one, at)} />
              </svg>
              {one.name}
              {!isShare && <strong>{formatCount(sumOf(one))}</strong>}
            </li>
          ))}
        </ul>
      }
      chart={
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={rows} title={title} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--il-line)" />
            <XAxis dataKey="day" tickFormatter={shortDay} minTickGap={36} tickMargin={6} {...axis} />
            <YAxis
              width={44}
              allowDecimals={false}
              domain={isShare ? [0, 100] : [0, 'auto']}
              tickFormatter={(value: number) => write(value)}
              {...axis}
            />
            <Tooltip
              isAnimationActive={false}
              content={({ active, label }) => {
                const day = days.find((one) => one.day === label)
                if (!active || !day) return null
                return (
                  <div className={styles.tooltip} role="status">
                    <strong>{usDay(day.day)}</strong>
                    {series.map((one) => (
                      <div key={one.name}>
                        {one.name}: {write(one.valueOf(day))}
                      </div>
                    ))}
                  </div>
                )
              }}
            />
            {series.map((one, at) => (
              <Line
                key={one.name}
                dataKey={String(at)}
                name={one.name}
                type="linear"
                connectNulls
                isAnimationActive={false}
                dot={days.length <= 7 && { strokeDasharray: '' }}
                className={styles.line ?? ''}
                {...strokeOf(one, at)}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      }
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              {series.map((one) => (
                <th key={one.name} scope="col">
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">
                  <time dateTime={day.day}>{usDay(day.day)}</time>
                </th>
                {series.map((one) => (
                  <td key={one.name}>{write(one.valueOf(day))}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {!isShare && (
            <tfoot>
              <tr>
                <th scope="row">{t('sum')}</th>
                {series.map((one) => (
                  <td key={one.name}>{formatCount(sumOf(one))}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      }
    />
  )
}

const axis = {
  stroke: 'var(--il-line-strong)',
  tick: { fill: 'var(--il-text-soft)', fontSize: 12 },
}

const strokeOf = ({ colour }: Series, at: number) => ({
  stroke: `var(${colour})`,
  strokeWidth: 2,
  ...(at > 0 && { strokeDasharray: '5 4' }),
})

/** MM/DD/YYYY, as the tables write it. */
const usDay = (day: DayKey): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** MM/DD, for the axis of a chart. */
const shortDay = (day: DayKey): string => `${day.slice(5, 7)}/${day.slice(8)}`
