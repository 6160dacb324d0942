import { orNotAvailable } from '@interline/shared/i18n'
import type { BookingRow } from '../api.ts'

/** The words that name a booking to a person: who booked, with whom, from where to where. */
export const bookingNames = ({ user, driver, ride }: BookingRow) => ({
  user: orNotAvailable(user?.full_name),
  driver: orNotAvailable(driver?.full_name),
  source: orNotAvailable(ride?.source?.address),
  destination: orNotAvailable(ride?.destination?.address),
})
