import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Booking } from '@interline/shared/contract'
import { formatAmount, orNotAvailable } from '@interline/shared/i18n'
import { formatDate } from '@interline/shared/time'
import { useTimeZone } from '@interline/shared/session'
import { Button, Icon, StatusBadge } from '@interline/shared/ui'
import { bookingsOf } from '../api.ts'
import { t } from '../messages.ts'
import { NotLoaded } from '../not-loaded.tsx'
import * as styles from './conversation-tools.module.css'

const most = 50

type PersonBookingsProps = {
  partyId: string
  name: string
  onClose: () => void
  /** Absent for who may not write. */
  onInsert?: (text: string) => void
}

/** The bookings that the person made or drives, beside the messages. */
export function PersonBookings({ partyId, name, onClose, onInsert }: PersonBookingsProps) {
  const bookings = useQuery(bookingsOf(partyId))
  const timeZone = useTimeZone()
  const heading = useRef<HTMLHeadingElement>(null)
  // Once: a chat that is shown again gives the focus back to where it was.
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!wasOpened.current) heading.current?.focus()
    wasOpened.current = true
  }, [])

  const partsOf = ({ user, driver, ride, createdAt, status }: Booking) => ({
    from: orNotAvailable(ride?.source.address),
    to: orNotAvailable(ride?.destination.address),
    date: formatDate(createdAt, timeZone),
    time: orNotAvailable(ride?.ride_time),
    amount: formatAmount(ride?.amount),
    name: orNotAvailable(user?._id === partyId ? driver?.full_name : user?.full_name),
    status,
  })

  function body() {
    if (bookings.data === undefined)
      return (
        <NotLoaded
          className={styles.state}
          query={bookings}
          what={t('bookings.what')}
          loading={t('bookings.loading')}
          rows={6}
        />
      )
    if (bookings.data.length === 0) return <p className={`il-soft ${styles.state}`}>{t('bookings.none')}</p>
    return (
      <>
        <ul className="il-lines">
          {bookings.data.map((booking) => {
            const parts = partsOf(booking)
            return (
              <li key={booking._id}>
                <p translate="no">
                  {parts.from} → {parts.to}
                </p>
                <p className={`il-hint ${styles.soft}`}>
                  <StatusBadge status={booking.status} />
                  <span>{`${parts.date} · ${parts.time}`}</span>
                  <span translate="no">{parts.amount}</span>
                </p>
                <p className={`il-hint ${styles.soft}`}>{t('bookings.with', parts)}</p>
                {onInsert && (
                  <Button
                    size="small"
                    aria-label={t('bookings.insertLabel', parts)}
                    onClick={() => onInsert(t('bookings.text', parts))}
                  >
                    {t('bookings.insert')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        {bookings.data.length === most && <p className={`il-soft ${styles.state}`}>{t('bookings.most')}</p>}
      </>
    )
  }

  return (
    <aside className={styles.bookings} aria-labelledby="il-person-bookings">
      <header className={styles.head}>
        <h2 id="il-person-bookings" ref={heading} tabIndex={-1}>
          {t('bookings.title', { name })}
        </h2>
        <Button
          type="text"
          icon={<Icon id="close" />}
          aria-label={t('bookings.close')}
          title={t('bookings.close')}
          onClick={onClose}
        />
      </header>
      <div className={styles.rows}>{body()}</div>
    </aside>
  )
}
