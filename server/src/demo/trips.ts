import type { Insertable } from 'kysely'
import { bookingStatuses } from '@interline/shared/contract'
import { placeKeys } from '../database/search-keys.ts'
import type { BookingsTable, DriverRidesTable } from '../database/tables/trips.ts'
import { demoId, momentsBack } from './moments.ts'
import type { DemoPerson } from './people.ts'
import { addressIn, destinationFrom, miles } from './data/places.ts'
import type { Random } from './data/random.ts'

type DemoRide = Insertable<DriverRidesTable>
export type DemoBooking = Insertable<BookingsTable>

/** Rides between cities a few hours apart, priced by the distance. */
export function demoRides(random: Random, count: number, now: Date, drivers: DemoPerson[]): DemoRide[] {
  return momentsBack(random, count, now).map((createdAt) => {
    const driver = someoneBefore(random, drivers, createdAt)
    const destination = destinationFrom(random, driver.city)
    const dollars = Math.max(9, Math.round(miles(driver.city, destination) * (0.11 + random.next() * 0.07)))
    const _id = demoId(random, createdAt)
    const places = { source: addressIn(random, driver.city), destination: addressIn(random, destination) }
    return {
      _id,
      driverId: driver._id,
      ...places,
      ...placeKeys(places),
      createdAt,
      ride_time: rideTime(random),
      amount: dollars * 100 + random.pick([0, 0, 0, 50, 99]),
      passenger_capacity: random.pick([1, 2, 3, 3, 4, 4, 6]),
    }
  })
}

const day = 86_400_000

/**
 * Bookings of those rides, in every status: most of the old ones are over, most of the new ones still open. Some of the
 * last days hang: nobody has answered or completed them.
 */
export function demoBookings(
  random: Random,
  count: number,
  now: Date,
  users: DemoPerson[],
  rides: DemoRide[],
): DemoBooking[] {
  return momentsBack(random, count, now).map((createdAt, n) => {
    const ride = someoneBefore(random, rides, createdAt)
    const age = now.getTime() - createdAt.getTime()
    const isOver = age > 3 * day
    const hangs = isOver && age < 12 * day ? ({ 0: 'Pending', 3: 'Started' } as const)[n % 6] : undefined
    const usual = isOver
      ? random.pick(['Completed', 'Completed', 'Completed', 'Completed', 'Canceled', 'Rejected', 'Accepted'] as const)
      : random.pick(['Pending', 'Pending', 'Accepted', 'Accepted', 'Started', 'Completed', 'Canceled'] as const)
    return {
      _id: demoId(random, createdAt),
      userId: someoneBefore(random, users, createdAt)._id,
      driverId: ride.driverId,
      rideId: ride._id,
      createdAt,
      status: bookingStatuses[count - 1 - n] ?? hangs ?? usual,
    }
  })
}

/** One who was there at that moment; of a list that is ordered by time. */
function someoneBefore<T extends { createdAt: Date }>(random: Random, list: T[], at: Date): T {
  let earlier = 0
  for (let end = list.length; earlier < end;) {
    const middle = Math.floor((earlier + end) / 2)
    if ((list[middle]?.createdAt ?? at) <= at) earlier = middle + 1
    else end = middle
  }
  const chosen = list[random.between(0, Math.max(0, earlier - 1))]
  if (!chosen) throw new Error('there is nobody to pick from')
  return chosen
}

function rideTime(random: Random): string {
  const hour = random.between(5, 21)
  return `${String(hour % 12 || 12).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])} ${hour < 12 ? 'AM' : 'PM'}`
}
