import { z } from 'zod'
import { noteMaxLength } from '../lengths.ts'
import { bookingStatuses } from '../bookings.ts'
import { driver } from './driver.ts'
import { id, instant } from './envelope.ts'
import { booking } from './ride.ts'
import { text } from './text.ts'
import { user } from './user.ts'

/** The person who changed a record last, and when; the name is null for somebody who is gone. */
const lastChange = z.object({ at: instant, by: z.string().nullable() })

/** The conversation with a person in one line: how much there is, what nobody has seen yet, and the last message. */
const chatSummary = z.object({
  messages: z.number().int(),
  unseen: z.number().int().describe('Messages of the person that no administrator has seen.'),
  last_message: z.string(),
  last_message_date: instant,
})

const ofPerson = {
  platform: z.enum(['android', 'ios']).nullable(),
  changed: lastChange.nullable(),
  chat: chatSummary.nullable(),
  erased_at: instant.nullable().describe('Since when nothing says any more who this was.'),
}

/** POST /admin/people/erase: the driver or user whose name, contacts, documents, messages and notes go for good. */
export const erasePerson = z.object({ _id: id })
export type ErasePerson = z.infer<typeof erasePerson>

/** GET /admin/records/drivers/{id} */
export const driverRecord = driver.extend(ofPerson)
export type DriverRecord = z.infer<typeof driverRecord>

/** GET /admin/records/users/{id} */
export const userRecord = user.extend(ofPerson)
export type UserRecord = z.infer<typeof userRecord>

/** GET /admin/records/bookings/{id}: the booking, and the ride that a seat was booked in. */
export const bookingRecord = booking.extend({
  ride_id: id,
  passenger_capacity: z.number().int().nullable(),
  changed: lastChange.nullable(),
})
export type BookingRecord = z.infer<typeof bookingRecord>

const actor = z.object({
  _id: id,
  full_name: z.string().nullable().describe('Null for somebody who is gone.'),
  role: z.enum(['admin', 'driver', 'user']).nullable(),
})

const status = z.enum(bookingStatuses)

/**
 * One step in the life of a booking: it was booked (`from` is null), or its status changed. `by` is null where nobody
 * wrote down who it was; `from` is null too where the audit no longer has the change.
 */
export const timelineEntry = z.object({
  _id: id,
  at: instant,
  act: z.enum(['book', 'change-status']),
  from: status.nullable(),
  to: status.nullable(),
  by: actor.nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const notedResource = z.enum(['driver', 'user', 'booking'])
export type NotedResource = z.infer<typeof notedResource>

const noteText = text(noteMaxLength)

/** A note that a colleague left on a record. `is_own`: who reads it wrote it, and may edit and remove it. */
export const note = z.object({
  _id: id,
  text: z.string(),
  createdAt: instant,
  editedAt: instant.nullable(),
  author: z.object({ _id: id, full_name: z.string() }),
  is_own: z.boolean(),
})
export type Note = z.infer<typeof note>

/** POST /admin/notes */
export const writeNote = z.object({ resource: notedResource, target_id: id, text: noteText })

/** POST /admin/notes/edit */
export const editNote = z.object({ _id: id, text: noteText })
export type EditNote = z.infer<typeof editNote>

/** POST /admin/notes/remove */
export const removeNote = z.object({ _id: id })

const part = {
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'must be meta.next of an answer')
    .optional()
    .describe('`meta.next` of an answer: goes on behind it.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
}

/** Query of GET /admin/records/bookings/{id}/timeline. */
export const timelineQuery = z.object(part)

/** Query of GET /admin/notes. */
export const notesQuery = z.object({ resource: notedResource, target_id: id, ...part })

/** A part of something long, newest first. `meta.next` leads on to what is older; absent where there is no more. */
export const partAnswer = <T extends z.ZodType>(row: T) =>
  z.object({ success: z.literal(true), data: z.array(row), meta: z.object({ next: z.string().optional() }) })
