import type { CSSProperties } from 'react'
import { toInstant } from '@interline/shared/contract'
import { formatAmount, orNotAvailable } from '@interline/shared/i18n'
import type { Column } from '@interline/shared/list'
import { DateText } from '@interline/shared/ui'
import type { Trip } from '../api.ts'
import { t } from '../messages.ts'
import { LongText } from './long-text.tsx'
import { numberOf, timeOf } from './sort-values.ts'
import * as styles from './ride.module.css'

/** The columns that rides and bookings have alike. `path` leads from a row to its trip, in the server's names. */
export function tripColumns<Row extends { createdAt?: unknown }>(
  path: '' | 'ride.',
  tripOf: (row: Row) => Trip | null | undefined,
) {
  const place = (end: 'source' | 'destination'): Column<Row> => ({
    key: end,
    stateless: true,
    title: t(`trip.${end}`),
    sortKey: `${path}${end}.address`,
    render: (row) => <PlaceCell address={tripOf(row)?.[end]?.address} end={end} />,
    phone: 'brief',
  })
  return {
    source: place('source'),
    destination: place('destination'),
    date: {
      key: 'date',
      stateless: true,
      title: t('trip.date'),
      sortKey: 'createdAt',
      sortValue: ({ createdAt }) => toInstant(createdAt),
      render: ({ createdAt }) => <DateText value={createdAt} />,
    },
    time: {
      key: 'time',
      stateless: true,
      title: t('trip.time'),
      sortKey: `${path}ride_time`,
      sortValue: (row) => timeOf(tripOf(row)?.ride_time),
      render: (row) => <LongText value={tripOf(row)?.ride_time} />,
    },
    amount: {
      key: 'amount',
      stateless: true,
      title: t('trip.amount'),
      sortKey: `${path}amount`,
      sortValue: (row) => numberOf(tripOf(row)?.amount),
      render: (row) => <AmountText value={tripOf(row)?.amount} />,
      align: 'right',
    },
  } as const satisfies Record<string, Column<Row>>
}

/** A number is never broken: one that is longer than its column is written smaller. */
function AmountText({ value }: { value: unknown }) {
  const text = formatAmount(value)
  const [number = ''] = text.split(' ')
  if (number.length < 8) return <span translate="no">{text}</span>
  return (
    <span className={styles.amount} translate="no" style={{ '--il-digits': number.length } as CSSProperties}>
      <span>{text}</span>
    </span>
  )
}

type PlaceCellProps = { address: unknown; end: 'source' | 'destination' }

/** `200 Congress Ave, `, `Austin, TX` and ` 78701`. */
const usual = /^(.+?,\s+)([^,\d]+,\s+[A-Z]{2}\b)(.*)$/s

/**
 * One end of a ride: an open stop where it begins, a filled one where it ends. The city stands above the rest, each
 * on a line that is cut; in the text, and so for a screen reader, the address stays as it is.
 */
function PlaceCell({ address, end }: PlaceCellProps) {
  const text = orNotAvailable(address)
  const [, street, city, rest] = usual.exec(text) ?? []
  return (
    <span className={styles.place} title={text} translate="no">
      <span className={styles.stop} data-end={end} aria-hidden="true" />
      {city === undefined ? (
        <span data-long>{text}</span>
      ) : (
        <span className={styles.lines}>
          <span>{street}</span>
          <span className={styles.city}>{city}</span>
          <span>{rest}</span>
        </span>
      )}
    </span>
  )
}
