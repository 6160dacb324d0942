import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { driverFileFields, type RejectReason } from '@interline/shared/contract'
import type { Tables } from '../database/tables.ts'
import { demoNames } from './documents.ts'
import { demoId } from './moments.ts'
import type { DemoPerson } from './people.ts'
import { createRandom } from './data/random.ts'

const day = 86_400_000
/** Drivers after those share their documents, which nobody is to be warned of. */
const withOwnDocuments = 250
const rejections: readonly { reason: RejectReason; note: string | null }[] = [
  { reason: 'unreadable', note: 'The lower half of the licence is blurred.' },
  { reason: 'expired', note: null },
  { reason: 'does-not-match', note: 'The registration names another car than your profile.' },
]

type Documents = Insertable<Tables['documents']>[]

/**
 * All that reviewers have done and will meet: drivers who were rejected, who handed in again, documents that have
 * expired or will, and drivers with the phone, licence number or file of somebody else. Changes the drivers
 * accordingly, and adds the file to `files`.
 */
export function demoReviews(drivers: DemoPerson[], now: Date, adminId: string, files: Map<string, Buffer>) {
  const random = createRandom(20_240_724)
  const own = drivers.slice(0, withOwnDocuments)
  const waiting = own.filter(
    ({ reverify_status, is_driver_profile_approved: isApproved, car_document, driving_licence }) =>
      reverify_status === 'Pending' ? driving_licence : !isApproved && (car_document ?? driving_licence),
  )
  const rejected = waiting.filter(({ reverify_status }) => reverify_status !== 'Pending').slice(0, 3)
  const again = waiting.filter(({ reverify_status }) => reverify_status === 'Pending').slice(0, 3)
  const reviews = [...rejected, ...again].map((driver, n) => {
    const at = new Date(now.getTime() - (3 + n) * day)
    if (n < rejected.length) driver.rejectedAt = at
    else driver.askedAt = new Date(at.getTime() + day)
    const { is_driver_profile_approved = false, reverify_status = '' } = driver
    return {
      _id: demoId(random, at),
      driverId: driver._id,
      adminId,
      at,
      decision: 'reject' as const,
      ...(rejections[n % rejections.length] ?? { reason: 'incomplete', note: null }),
      before: { is_driver_profile_approved, reverify_status, askedAt: null, rejectedAt: null },
      revision: 1,
    }
  })
  const [first, second, third] = waiting.filter((driver) => !rejected.includes(driver))
  const [settled, other] = own.filter((driver) => !waiting.includes(driver) && driver.phone && driver.car_insurance)
  if (settled && first) first.phone = settled.phone?.replace(/[^0-9+]/g, '') ?? null
  if (other?.driving_licence_number && second)
    second.driving_licence_number = other.driving_licence_number.toLowerCase()
  const same = files.get(settled?.car_insurance ?? '')
  if (same && third) {
    third.car_insurance = `uploads/${random.hex(32)}.pdf`
    files.set(third.car_insurance, same)
  }
  const documents: Documents = own.flatMap((driver) =>
    driverFileFields.flatMap((kind) => {
      const key = driver[kind]
      const content = files.get(key ?? '')
      if (!key || !content) return []
      const isKnown = driver.is_driver_profile_approved === true && random.chance(0.8)
      // One of twelve has expired or does within weeks.
      const days = random.chance(0.08) ? random.between(-20, 30) : random.between(60, 900)
      const expiresOn = isKnown ? new Date(now.getTime() + days * day).toISOString().slice(0, 10) : null
      const sha256 = createHash('sha256').update(content).digest('hex')
      return { key, personId: driver._id, kind, name: demoNames[kind], sha256, expiresOn }
    }),
  )
  return { reviews, documents }
}
