import { useState } from 'react'
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { type Corridor, corridorsShown } from '@interline/shared/contract'
import { formatCount } from '@interline/shared/i18n'
import { EmptyState, useNarrow } from '@interline/shared/ui'
import { ChartCard } from './chart-card.tsx'
import { t } from './texts.ts'
import * as styles from './corridors.module.css'

const orders = ['bookings', 'revenue'] as const
type Order = (typeof orders)[number]

const nameOf = ({ source, destination }: Corridor) => t('corridor', { source, destination })
// Without the state, where there is little room.
const shortNameOf = ({ source, destination }: Corridor) =>
  t('corridor', { source: source.replace(/,.*/, ''), destination: destination.replace(/,.*/, '') })
const writeRevenue = (revenue: number) => t('dollars', { amount: formatCount(Math.round(revenue)) })
const write = (order: Order, value: number) => (order === 'bookings' ? formatCount(value) : writeRevenue(value))

/** The ten corridors with the most bookings, or with the most revenue. */
export function Corridors({ corridors }: { corridors: readonly Corridor[] }) {
  const [order, setOrder] = useState<Order>('bookings')
  const isNarrow = useNarrow(600)
  const first = corridors
    .toSorted((a, b) => b[order] - a[order] || nameOf(a).localeCompare(nameOf(b)))
    .slice(0, corridorsShown)
    .map((corridor) => ({ ...corridor, name: nameOf(corridor), short: shortNameOf(corridor) }))
  if (first.length === 0)
    return (
      <div className={styles.empty}>
        <EmptyState icon="route" title={t('noCorridors')} text={t('noCorridorsText')} />
      </div>
    )
  return (
    <ChartCard
      name="corridors"
      title={t('corridors')}
      top={
        <fieldset className={styles.orders}>
          <legend className="il-visually-hidden">{t('orderBy')}</legend>
          {orders.map((one) => (
            <label key={one}>
              <input type="radio" name="corridor-order" checked={order === one} onChange={() => setOrder(one)} />
              <span>{t(one === 'bookings' ? 'corridorBookings' : 'revenue')}</span>
            </label>
          ))}
        </fieldset>
      }
      chart={
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={first}
            layout="vertical"
            title={t('corridors')}
            margin={{ top: 4, right: 60, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <XAxis type="number" hide domain={[0, 'dataMax']} />
            <YAxis
              type="category"
              dataKey={isNarrow ? 'short' : 'name'}
              width={isNarrow ? 132 : 260}
              tick={{ fill: 'var(--il-text-soft)', fontSize: isNarrow ? 11 : 12 }}
              interval={0}
              axisLine={false}
              tickLine={false}
            />
            <Bar dataKey={order} isAnimationActive={false} barSize={12} className={styles.bar ?? ''} radius={2}>
              <LabelList
                dataKey={order}
                position="right"
                formatter={(value) => write(order, Number(value))}
                fill="var(--il-text)"
                fontSize={12}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      }
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{t('corridorName')}</th>
              <th scope="col">{t('corridorBookings')}</th>
              <th scope="col">{t('corridorCompleted')}</th>
              <th scope="col">{t('revenue')}</th>
            </tr>
          </thead>
          <tbody>
            {first.map((corridor) => (
              <tr key={corridor.name}>
                <th scope="row" translate="no">
                  {corridor.name}
                </th>
                <td>{formatCount(corridor.bookings)}</td>
                <td>{formatCount(corridor.completed)}</td>
                <td translate="no">{writeRevenue(corridor.revenue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}
