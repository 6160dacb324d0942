import type { NotificationKind, NotificationSubject } from '@interline/shared/contract'
import type { DemoChat } from './chats/chats.ts'
import { demoId, momentBetween } from './moments.ts'
import type { DemoPerson } from './people.ts'
import type { Random } from './data/random.ts'
import type { DemoBooking } from './trips.ts'

const most = 40

/** All that would have been announced about the newest of everything. */
export function demoNotifications(
  random: Random,
  now: Date,
  {
    drivers,
    users,
    bookings,
    chats,
  }: { drivers: DemoPerson[]; users: DemoPerson[]; bookings: DemoBooking[]; chats: DemoChat[] },
) {
  const names = new Map([...drivers, ...users].map(({ _id, full_name }) => [_id, full_name]))
  const name = (id: string) => names.get(id) ?? 'Somebody'
  const entry = (at: Date, kind: NotificationKind, subject: NotificationSubject, title: string, body: string) => ({
    _id: demoId(random, at),
    title,
    body,
    createdAt: at,
    kind,
    resource: subject.kind,
    targetId: subject._id,
  })
  const since = new Date(now.getTime() - 6 * 86_400_000)
  return [
    ...drivers
      .slice(-8)
      .map(({ _id, createdAt, full_name }) =>
        entry(createdAt, 'driver-registered', { kind: 'driver', _id }, 'New driver', `${full_name} has registered.`),
      ),
    ...drivers
      .filter(({ reverify_status }) => reverify_status === 'Pending')
      .slice(-8)
      .map(({ _id, full_name, createdAt }) =>
        entry(
          momentBetween(random, createdAt > since ? createdAt : since, now),
          're-verification-asked',
          { kind: 'driver', _id },
          'Re-verification asked',
          `${full_name} asks to be verified again.`,
        ),
      ),
    ...bookings
      .slice(-14)
      .filter(({ status }) => status !== 'Pending')
      .map(({ _id, createdAt, userId, driverId, status }) =>
        entry(
          momentBetween(random, createdAt, now),
          'booking-changed',
          { kind: 'booking', _id },
          'Booking changed',
          `${name(userId)}'s ride with ${name(driverId)} is now ${status}.`,
        ),
      ),
    ...chats
      .flatMap(({ messages }) => messages.slice(-1))
      .filter(({ sender_id, partyId, seen_at }) => sender_id === partyId && seen_at === null)
      .map(({ partyId, message, createdAt }) => ({
        ...entry(
          createdAt,
          'message-received',
          { kind: 'chat', _id: partyId },
          `Message from ${name(partyId)}`,
          message.slice(0, 80),
        ),
        _id: partyId,
      })),
  ]
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .slice(-most)
}
