import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  answer,
  approveDriver,
  done,
  rejectDriver,
  undoneReview,
  unrejectDriver,
  unverifyDriver,
} from '@interline/shared/contract/schemas'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import {
  approve,
  findUndoable,
  reject,
  takeBack,
  type WhichReview,
} from '../../repositories/driver-reviews/decisions.ts'
import type { DriverUpdated } from '../../repositories/driver-updates.ts'
import type { MessageRow } from '../../repositories/messages/conversations.ts'
import { writeTo } from '../chats/direct-messages.ts'
import { announceDriver } from '../driver-changes/driver-changes.ts'
import type { Services } from '../../services.ts'
import { reviewing } from './queue.ts'
import { rejectionTakenBack, rejectionText, tellDriver } from './tell-driver.ts'

const subject = 'Your documents at Interline'
type Decided = { updated: DriverUpdated | undefined; message: MessageRow | undefined }

const undoMinutes = 60
const unverifyMinutes = 10

/**
 * All that a reviewer decides. 404 for an unknown driver; 409 when somebody else has claimed the driver, or changed
 * them after `revision`, or they do not wait any more.
 */
export function registerReviewDecisions(app: App, services: Services) {
  const { db, broadcast } = services
  const schema = { tags: ['drivers'] }

  // The same as Verify, Re-Verify or both (SPEC §4), whichever the driver waits for.
  app.post(
    '/admin/drivers/queue/approve',
    { config: reviewing, schema: { ...schema, body: approveDriver, response: { 200: done } } },
    (request, reply) =>
      runOnce(
        { db, request, reply },
        (tx) => approve(tx, { ...request.body, actor: actorOf(request) }),
        (updated) => announceDriver(broadcast, updated, request),
      ),
  )

  // The driver reads why in their chat, and in a mail.
  app.post(
    '/admin/drivers/queue/reject',
    { config: reviewing, schema: { ...schema, body: rejectDriver, response: { 200: done } } },
    async (request, reply) => {
      const { _id: driverId, reason, note } = request.body
      // Not in the transaction, which holds rows and a connection: the answer can take a second.
      const isDelivered = await broadcast.isReachable({ partyId: driverId })
      const work = async (tx: Tx) => {
        const actor = actorOf(request)
        const updated = await reject(tx, { ...request.body, actor })
        const told = { partyId: driverId, adminId: actor._id, message: rejectionText(reason, note), isDelivered }
        return { updated, message: await writeTo(tx, told) }
      }
      return runOnce({ db, request, reply }, work, (done) => announce(done, request))
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
      config: { permission: 'drivers:write' },
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
    const work = async (tx: Tx) => {
      const { driverId, full_name, decision, updated } = await takeBack(tx, { actor, ...which })
      const isDelivered = reached === driverId
      const told = { partyId: driverId, adminId: actor._id, message: rejectionTakenBack, isDelivered }
      const message = decision === 'reject' ? await writeTo(tx, told) : undefined
      return { data: { driver_id: driverId, full_name, decision }, updated, message }
    }
    return runOnce({ db, request, reply }, work, (done) => announce(done, request))
  }

  function announce({ updated, message }: Decided, request: FastifyRequest) {
    announceDriver(broadcast, updated, request)
    tellDriver(services, message, { subject, request })
  }
}
