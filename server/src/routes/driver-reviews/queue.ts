import type { ReviewedDriver } from '@interline/shared/contract'
import { answer, claimDriver, done, nextInQueue, queuePlace, waitingDrivers } from '@interline/shared/contract/schemas'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { notFound } from '../../http/http-error.ts'
import { claimNext, countWaiting, releaseAll, requireClaim } from '../../repositories/driver-reviews/claims.ts'
import { findRejection } from '../../repositories/driver-reviews/decisions.ts'
import { findDuplicates } from '../../repositories/driver-reviews/duplicates.ts'
import { inTransaction } from '../../repositories/audit.ts'
import { isWaiting } from '../../repositories/driver-updates.ts'
import { eachDocument, findDriver } from '../../repositories/drivers.ts'
import type { Reader } from '../../storage/signed-link.ts'
import { driverToJson } from '../rows-to-json.ts'
import type { Services } from '../../services.ts'

export const reviewing = { permission: 'reviews:write' as const }

/**
 * The drivers who wait for a review, longest first. Two administrators never have the same one: who asks for the next
 * one claims it for five minutes, and again whenever they show that they still look.
 */
export function registerReviewQueue(app: App, services: Services) {
  const { db } = services
  const schema = { tags: ['drivers'] }

  app.get(
    '/admin/drivers/queue',
    { config: reviewing, schema: { ...schema, response: { 200: answer(waitingDrivers) } } },
    async () => ({ success: true as const, data: await countWaiting(db) }),
  )

  // `current` is null at the end of the queue. What was claimed before is given up.
  app.post(
    '/admin/drivers/queue/next',
    { config: reviewing, schema: { ...schema, body: nextInQueue.nullish(), response: { 200: answer(queuePlace) } } },
    async (request) => {
      const reader = callerOf(request)
      const claimed = await inTransaction(db, (tx) => claimNext(tx, reader._id, request.body?.after))
      return { success: true as const, data: await placeOf(claimed, reader) }
    },
  )

  // 404 for an unknown driver, 409 with the name of who has this one.
  app.post(
    '/admin/drivers/queue/claim',
    { config: reviewing, schema: { ...schema, body: claimDriver, response: { 200: answer(queuePlace) } } },
    async (request) => {
      const reader = callerOf(request)
      const driverId = request.body._id
      if (!(await readReviewed(services, driverId, reader))) throw notFound('driver')
      const until = await requireClaim(db, driverId, reader._id)
      return { success: true as const, data: await placeOf({ driverId, until }, reader) }
    },
  )

  app.post(
    '/admin/drivers/queue/release',
    { config: reviewing, schema: { ...schema, response: { 200: done } } },
    async (request) => {
      await releaseAll(db, callerOf(request)._id)
      return { success: true as const }
    },
  )

  async function placeOf(claimed: { driverId: string; until: Date } | undefined, reader: Reader) {
    return {
      ...(await countWaiting(db)),
      current: claimed ? await readReviewed(services, claimed.driverId, reader) : null,
      claimed_until: claimed?.until.toISOString() ?? null,
    }
  }
}

/** All that a reviewer needs of a driver; null when there is no such driver. */
async function readReviewed(
  { db, links }: Pick<Services, 'db' | 'links'>,
  driverId: string,
  reader: Reader,
): Promise<ReviewedDriver | null> {
  const row = await findDriver(db, driverId)
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
