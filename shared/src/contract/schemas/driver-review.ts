import { z } from 'zod'
import { rejectNoteMaxLength } from '../lengths.ts'
import { rejectReasons } from '../drivers.ts'
import { approvalReason, day, documentExpiries, driver, perDocument } from './driver.ts'
import { driverFileFields } from '../drivers.ts'
import { id, instant } from './envelope.ts'
import { mayBeBlank } from './text.ts'
import { isTimeZone } from '../time/time-zone.ts'

/** The values that a driver has in common with others, who are named; at most five of them. */
export const duplicate = z.object({
  field: z.enum(['phone', 'driving_licence_number', ...driverFileFields]),
  drivers: z.array(z.object({ _id: id, full_name: z.string() })),
})
export type Duplicate = z.infer<typeof duplicate>

/** One driver as a reviewer sees them, waiting or not. */
export const reviewedDriver = z.object({
  driver,
  file_names: perDocument(z.string().nullable()).describe('What the files were called where they came from.'),
  expires_on: documentExpiries,
  is_waiting: z.boolean(),
  waiting_since: instant,
  /** The last rejection, of a driver who handed in again or has not yet. */
  rejection: z
    .object({
      at: instant,
      by: z.string().nullable(),
      reason: z.enum(rejectReasons),
      note: z.string().nullable(),
    })
    .nullable(),
  duplicates: z.array(duplicate),
})
export type ReviewedDriver = z.infer<typeof reviewedDriver>

/** How many drivers wait; above 1,000 they are not counted. */
export const waitingDrivers = z.object({ waiting: z.number().int(), is_more: z.boolean() })

/** A place in the queue: `current` is claimed for who asked, until `claimed_until`. */
export const queuePlace = waitingDrivers.extend({
  current: reviewedDriver.nullable(),
  claimed_until: instant.nullable(),
})
export type QueuePlace = z.infer<typeof queuePlace>

/** POST /admin/drivers/queue/next: who has waited longest, or longest after the driver `after`. */
export const nextInQueue = z.object({ after: id.optional() })

/** POST /admin/drivers/queue/claim: this driver, and again to keep the claim. */
export const claimDriver = z.object({ _id: id })

const revision = z.number().int().optional()

/** The day that the person saw where they typed another: 409 when somebody else saved another one since. */
const expected = documentExpiries.partial().optional()

/** POST /admin/drivers/queue/approve. A document that `expires_on` does not name keeps its day. */
export const approveDriver = z.object({
  _id: id,
  revision,
  expires_on: documentExpiries.partial().optional(),
  expected,
  reason: approvalReason,
})
export type ApproveDriver = z.infer<typeof approveDriver>

/** POST /admin/drivers/queue/reject. The note goes to the driver. */
export const rejectDriver = z
  .object({
    _id: id,
    revision,
    reason: z.enum(rejectReasons),
    note: mayBeBlank(rejectNoteMaxLength).optional(),
  })
  .refine(({ reason, note }) => reason !== 'other' || note, { path: ['note'], message: 'must say why' })
export type RejectDriver = z.infer<typeof rejectDriver>

/** The decision that was taken back. */
export const undoneReview = z.object({
  driver_id: id,
  full_name: z.string(),
  decision: z.enum(['approve', 'reject']),
})
export type UndoneReview = z.infer<typeof undoneReview>

/** POST /admin/drivers/queue/undo-reject. */
export const unrejectDriver = z.object({ _id: id })

/** POST /admin/unverify-driver. */
export const unverifyDriver = z.object({ userId: id })

/** POST /admin/drivers/expiry. */
export const setExpiry = z.object({ _id: id, expires_on: documentExpiries.partial(), expected })
export type SetExpiry = z.infer<typeof setExpiry>

/** Query of GET /admin/drivers/expiring: until so many days from today in `tz`; `cursor` goes on after a page. */
export const expiringQuery = z.object({
  days: z.coerce.number().int().min(0).max(365).default(30),
  tz: z.string().refine(isTimeZone, 'is not a time zone').default('UTC'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** A document that expires, or has: the first ones first. */
export const expiringDocument = z.object({
  driver: z.object({ _id: id, full_name: z.string(), phone: z.string().nullable() }),
  is_driver_profile_approved: z.boolean(),
  document: z.enum(driverFileFields),
  file_name: z.string().nullable(),
  link: z.string(),
  expires_on: day,
})

export const expiringDocuments = z.object({ documents: z.array(expiringDocument), next: z.string().nullable() })
export type ExpiringDocuments = z.infer<typeof expiringDocuments>
