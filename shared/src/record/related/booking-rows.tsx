import { formatAmount, orNotAvailable } from '../../i18n/formats.ts'
import type { Booking } from '../../contract/index.ts'
import { RecordLink } from '../../ui/values/record-link.tsx'
import { StatusBadge } from '../../ui/values/status-badge.tsx'
import { DateText } from '../../ui/values/times.tsx'
import { t } from '../messages.ts'
import type { RelatedList } from '../use-record.ts'
import { RelatedRows } from './related-rows.tsx'
import { RouteText } from './route-text.tsx'

type BookingRowsProps = {
  bookings: RelatedList<Booking>
  /** The page is not about this one of the two people of a booking. */
  other: 'driver' | 'user'
}

/** The bookings of one person, each with the way to its own page and to the other person. */
export const BookingRows = ({ bookings, other }: BookingRowsProps) => (
  <RelatedRows
    title={t('bookings.title')}
    what={t('bookings.what')}
    none={t('bookings.none')}
    related={bookings}
    keyOf={({ _id }) => _id}
  >
    {(booking) => (
      <div className="il-record-row">
        <p className="il-record-row-title">
          <RecordLink kind="booking" id={booking._id}>
            <RouteText source={booking.ride?.source} destination={booking.ride?.destination} />
          </RecordLink>
        </p>
        <StatusBadge status={booking.status} />
        <p className="il-record-row-facts">
          <DateText value={booking.createdAt} />
          <span>{orNotAvailable(booking.ride?.ride_time)}</span>
          <RecordLink kind={other} id={booking[other]?._id}>
            {t(other === 'driver' ? 'bookings.with' : 'bookings.of', {
              name: orNotAvailable(booking[other]?.full_name),
            })}
          </RecordLink>
          <span>{formatAmount(booking.ride?.amount)}</span>
        </p>
      </div>
    )}
  </RelatedRows>
)
