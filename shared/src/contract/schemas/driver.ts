import { z } from 'zod'
import {
  connectIdMaxLength,
  emailMaxLength,
  licenceMaxLength,
  nameMaxLength,
  phoneMaxLength,
  reasonMaxLength,
} from '../lengths.ts'
import { id, instant } from './envelope.ts'
import { missingFilter } from './lists/filters.ts'
import { listQuery } from './lists/query.ts'
import { mayBeBlank, text } from './text.ts'
import { isDayKey } from '../time/days.ts'

/** SPEC §4: empty, asked for, or granted. */
export const reverifyStatus = z.enum(['', 'Pending', 'Approved'])

export const day = z.string().refine(isDayKey, 'must be a day, YYYY-MM-DD')
export const perDocument = <T extends z.ZodType>(value: T) =>
  z.object({ driving_licence: value, car_document: value, car_insurance: value })

/** Until when each document is good, as calendar days; null where nobody has said. */
export const documentExpiries = perDocument(day.nullable())
export type DocumentExpiries = z.infer<typeof documentExpiries>

/** SPEC §3, Driver. Links are URLs; `driving_licence` holds an `uploads/` segment. Empty fields are null. */
export const driver = z.object({
  _id: id,
  full_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: instant,
  car_name: z.string().nullable(),
  driving_licence_number: z.string().nullable(),
  driving_licence: z.string().nullable(),
  car_document: z.string().nullable(),
  car_insurance: z.string().nullable(),
  state_id: z.string().nullable(),
  address: z.string().nullable(),
  stripe_connect_id: z.string().nullable(),
  is_driver_profile_approved: z.boolean(),
  reverify_status: reverifyStatus,
  role: z.literal('driver'),
  expires_on: documentExpiries.optional(),
  /** Counts the changes of this record; send it back with a change to learn of somebody else's in between (409). */
  revision: z.number().int().optional(),
})
export type Driver = z.infer<typeof driver>

/** Query of GET /admin/drivers. `reverify_status=` (empty) keeps drivers who have not asked. */
export const driverListQuery = listQuery.extend({
  verified: z.stringbool().optional(),
  reverify_status: reverifyStatus.optional(),
  waiting: z
    .literal('verification')
    .optional()
    .describe('Keeps drivers who were never verified, have handed in a document, and were not rejected since.'),
  ...missingFilter,
})
export type DriverListQuery = z.infer<typeof driverListQuery>

const revision = z.number().int().optional()

/** Why a driver is approved whose documents are missing or expired; the audit says when none was given. */
export const approvalReason = text(reasonMaxLength).optional()

/** POST /admin/verify-driver (SPEC §7). The target is explicit: repeating the call changes nothing. */
export const verifyDriver = z.object({
  driver_id: id,
  is_driver_profile_approved: z.boolean(),
  revision,
  reason: approvalReason,
})
export type VerifyDriver = z.infer<typeof verifyDriver>

/** POST /admin/re-verify-driver (SPEC §7). */
export const reverifyDriver = z.object({ _id: id, revision, reason: approvalReason })
export type ReverifyDriver = z.infer<typeof reverifyDriver>

/** POST /admin/connect-driver (SPEC §7). Blank is refused (SPEC §5). */
export const connectDriver = z.object({ _id: id, driver_connect_id: text(connectIdMaxLength), revision })
export type ConnectDriver = z.infer<typeof connectDriver>

/**
 * The text fields of the multipart form POST /admin/edit-profile/driver (SPEC §7); the files are `driverFileFields`.
 * An absent field stays as it is, an empty one is emptied. `phone` can be sent but not changed (SPEC §5).
 */
export const editDriver = z.object({
  _id: id,
  full_name: text(nameMaxLength).optional(),
  email: z.union([z.literal(''), z.email().max(emailMaxLength)]).optional(),
  phone: mayBeBlank(phoneMaxLength).optional(),
  car_name: mayBeBlank(nameMaxLength).optional(),
  driving_licence_number: mayBeBlank(licenceMaxLength).optional(),
  stripe_connect_id: mayBeBlank(connectIdMaxLength).optional(),
  revision: z.coerce.number().int().optional(),
})
export type EditDriver = z.infer<typeof editDriver>
