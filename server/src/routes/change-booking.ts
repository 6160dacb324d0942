import type { BookingStatus } from '@interline/shared/contract'
import type { Tx } from '../database/tables.ts'
import type { Live } from '../live/live.ts'
import { recordAct } from '../repositories/audit.ts'
import { setBookingStatus, type lockBooking } from '../repositories/bookings.ts'
import { createNotification } from '../repositories/notifications.ts'

type Change = { row: NonNullable<Awaited<ReturnType<typeof lockBooking>>>; status: BookingStatus; actorId: string; text: string }

/** Brings a locked booking to another status, with its audit row and a notification that says `text`. Returns how to tell of it once that is committed. */
export async function changeBooking(tx: Tx, live: Live, { row, status, actorId, text }: Change): Promise<() => void> {
  await setBookingStatus(tx, row._id, status, actorId)
  await recordAct(tx, { actorId, act: 'change-status', noun: 'booking', targetId: row._id, before: { status: row.status }, after: { status } })
  const notification = await createNotification(tx, 'Booking changed', text)
  return () => {
    live.rowsChanged({ noun: 'user-rides', _id: row._id, kind: 'changed' }, [row.userId, row.driverId])
    live.notify(notification)
  }
}
