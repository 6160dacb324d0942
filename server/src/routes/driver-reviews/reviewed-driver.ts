import type { ReviewedDriver } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import { findDuplicates } from '../../repositories/driver-reviews/duplicates.ts'
import { findRejection } from '../../repositories/driver-reviews/reviews.ts'
import { findReviewable } from '../../repositories/driver-reviews/reviewable.ts'
import { eachDocument, isWaiting } from '../../repositories/drivers.ts'
import type { LinkSigner, Reader } from '../../storage/signed-link.ts'
import { driverToJson } from '../rows-to-json.ts'

/** All that a reviewer needs of a driver; null when there is no such driver. */
export async function readReviewed(
  { db, links }: { db: Database; links: LinkSigner },
  driverId: string,
  reader: Reader,
): Promise<ReviewedDriver | null> {
  const row = await findReviewable(db, driverId)
  if (!row) return null
  const [rejection, duplicates] = await Promise.all([findRejection(db, driverId), findDuplicates(db, row)])
  return {
    driver: driverToJson(links)(row, reader),
    file_names: eachDocument(row, 'name'),
    expires_on: eachDocument(row, 'expires_on'),
    is_waiting: isWaiting(row),
    waiting_since: (row.askedAt ?? row.createdAt).toISOString(),
    rejection: rejection?.reason
      ? { at: rejection.at.toISOString(), by: rejection.by, reason: rejection.reason, note: rejection.note }
      : null,
    duplicates,
  }
}
