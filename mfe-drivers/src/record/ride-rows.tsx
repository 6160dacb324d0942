import type { DriverRide } from '@interline/shared/contract'
import { formatAmount, orNotAvailable } from '@interline/shared/i18n'
import { RelatedRows, RouteText } from '@interline/shared/record'
import type { Parts } from '@interline/shared/record'
import { DateText } from '@interline/shared/ui'
import { recordText } from './record-texts.ts'

/** The rides that a driver offered. */
export function RideRows({ rides }: { rides: Parts<DriverRide> }) {
  return (
    <RelatedRows
      title={recordText('rides')}
      what={recordText('ridesWhat')}
      none={recordText('noRides')}
      parts={rides}
      keyOf={({ _id }) => _id}
    >
      {(ride) => (
        <div className="il-record-row">
          <p className="il-record-row-title">
            <RouteText source={ride.source} destination={ride.destination} />
          </p>
          <p className="il-record-row-facts">
            <DateText value={ride.createdAt} />
            <span>{orNotAvailable(ride.ride_time)}</span>
            <span>{formatAmount(ride.amount)}</span>
            {ride.passenger_capacity !== null && <span>{recordText('seats', { count: ride.passenger_capacity })}</span>}
          </p>
        </div>
      )}
    </RelatedRows>
  )
}
