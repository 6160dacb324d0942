import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '@interline/shared/ui'
import { t } from './texts.ts'
import * as styles from './chart-card.module.css'

type ChartCardProps = {
  name: string
  title: string
  /** Above chart and table: what the colours mean, or a choice. */
  top?: ReactNode
  chart: ReactNode
  table: ReactNode
}

/** A chart with its heading, and the same figures as a table for who cannot see it or wants the numbers. */
export function ChartCard({ name, title, top, chart, table }: ChartCardProps) {
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <section className={styles.card} aria-labelledby={id} data-chart={name}>
      <div className={styles.header}>
        <h3 id={id}>{title}</h3>
        <Button
          size="small"
          type="text"
          aria-label={t(isTable ? 'asChartOf' : 'asTableOf', { title })}
          onClick={() => setIsTable(!isTable)}
        >
          {t(isTable ? 'asChart' : 'asTable')}
        </Button>
      </div>
      {top}
      {isTable ? (
        <div className={styles.scroller} role="region" aria-labelledby={id} tabIndex={0}>
          {table}
        </div>
      ) : (
        <div className={styles.chart}>{chart}</div>
      )}
    </section>
  )
}
