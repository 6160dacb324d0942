import { answer, claimDriver, done, nextInQueue, queuePlace, waitingDrivers } from '@interline/shared/contract'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { notFound } from '../../http/http-error.ts'
import { claimNext, countWaiting, releaseAll, requireClaim } from '../../repositories/driver-reviews/claims.ts'
import { inTransaction } from '../../repositories/audit.ts'
import type { Reader } from '../../storage/signed-link.ts'
import type { Services } from '../services.ts'
import { readReviewed } from './reviewed-driver.ts'

export const reviewing = { access: ['admin' as const], permission: 'reviews:write' as const }

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
