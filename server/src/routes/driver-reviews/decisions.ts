import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  answer,
  approveDriver,
  done,
  rejectDriver,
  undoneReview,
  unrejectDriver,
  unverifyDriver,
} from '@interline/shared/contract'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import { approve, reject } from '../../repositories/driver-reviews/decisions.ts'
import { findUndoable, takeBack, type WhichReview } from '../../repositories/driver-reviews/reviews.ts'
import { announceDriver } from '../driver-changes/driver-changes.ts'
import type { Services } from '../services.ts'
import { reviewing } from './queue.ts'
import { rejectionTakenBack, rejectionText } from './rejection-text.ts'
import { announceMessage, writeToDriver } from './tell-driver.ts'

const subject = 'Your documents at Interline'
const undoMinutes = 60
const unverifyMinutes = 10

/**
 * What a reviewer decides. 404 for an unknown driver; 409 when somebody else has claimed the driver, or changed them
 * after `revision`, or they do not wait any more.
 */
export function registerReviewDecisions(app: App, services: Services) {
  const { db, broadcast } = services
  const schema = { tags: ['drivers'] }

  // The same as Verify, Re-Verify or both (SPEC §4), whichever the driver waits for.
  app.post(
    '/admin/drivers/queue/approve',
    { config: reviewing, schema: { ...schema, body: approveDriver, response: { 200: done } } },
    async (request, reply) => {
      const outcome = await runOnce({ db, request, reply }, async (tx) => ({
        answer: { success: true as const },
        changes: await approve(tx, { ...request.body, actor: actorOf(request) }),
      }))
      if (!outcome.isReplay) for (const change of outcome.changes) announceDriver(broadcast, change, request)
      return outcome.answer
    },
  )

  // The driver reads why in their chat, and in a mail.
  app.post(
    '/admin/drivers/queue/reject',
    { config: reviewing, schema: { ...schema, body: rejectDriver, response: { 200: done } } },
    async (request, reply) => {
      const { _id: driverId, reason, note } = request.body
      // Not in the transaction, which holds rows and a connection: the answer can take a second.
      const isDelivered = await broadcast.isReachable({ partyId: driverId })
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const actor = actorOf(request)
        const change = await reject(tx, { ...request.body, actor })
        const told = { driverId, adminId: actor._id, text: rejectionText(reason, note), isDelivered }
        return { answer: { success: true as const }, change, message: await writeToDriver(tx, told) }
      })
      if (!outcome.isReplay) {
        announceDriver(broadcast, outcome.change, request)
        announceMessage(services, outcome.message, { subject, request })
      }
      return outcome.answer
    },
  )

  // 409 when this administrator has decided nothing within the hour, or the driver was changed after it.
  app.post(
    '/admin/drivers/queue/undo',
    { config: reviewing, schema: { ...schema, response: { 200: answer(undoneReview) } } },
    (request, reply) => undo(request, reply, { withinMinutes: undoMinutes }),
  )

  // 409 when this administrator has not rejected the driver within the hour, or the driver was changed after it.
  app.post(
    '/admin/drivers/queue/undo-reject',
    { config: reviewing, schema: { ...schema, body: unrejectDriver, response: { 200: answer(undoneReview) } } },
    (request, reply) =>
      undo(request, reply, { driverId: request.body._id, decision: 'reject', withinMinutes: undoMinutes }),
  )

  // 409 when this administrator has not verified the driver within ten minutes, or the driver was changed after it.
  app.post(
    '/admin/unverify-driver',
    {
      config: { access: ['admin'], permission: 'drivers:write' },
      schema: { ...schema, body: unverifyDriver, response: { 200: answer(undoneReview) } },
    },
    (request, reply) =>
      undo(request, reply, { driverId: request.body.userId, decision: 'approve', withinMinutes: unverifyMinutes }),
  )

  /** The driver whose rejection is taken back, when they are there to read it: asked before the transaction too. */
  async function reachedByUndo(adminId: string, which: WhichReview): Promise<string | undefined> {
    const review = await findUndoable(db, { adminId, ...which })
    if (review?.decision !== 'reject') return undefined
    return (await broadcast.isReachable({ partyId: review.driverId })) ? review.driverId : undefined
  }

  async function undo(request: FastifyRequest, reply: FastifyReply, which: WhichReview) {
    const actor = actorOf(request)
    const reached = await reachedByUndo(actor._id, which)
    const outcome = await runOnce({ db, request, reply }, async (tx) => {
      const { driverId, full_name, decision, updated } = await takeBack(tx, { actor, ...which })
      const told = { driverId, adminId: actor._id, text: rejectionTakenBack, isDelivered: reached === driverId }
      const message = decision === 'reject' ? await writeToDriver(tx, told) : undefined
      return {
        answer: { success: true as const, data: { driver_id: driverId, full_name, decision } },
        updated,
        message,
      }
    })
    if (!outcome.isReplay) {
      announceDriver(broadcast, outcome.updated, request)
      announceMessage(services, outcome.message, { subject, request })
    }
    return outcome.answer
  }
}
