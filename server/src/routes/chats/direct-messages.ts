import type { FastifyRequest } from 'fastify'
import { done, sendDirectMessage } from '@interline/shared/contract/schemas'
import { requireAttempts } from '../../auth/rate-limit.ts'
import type { Tx } from '../../database/tables.ts'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { notFound } from '../../http/http-error.ts'
import { runOnce } from '../../http/idempotency.ts'
import type { Broadcast } from '../../realtime/broadcast.ts'
import { recordAct } from '../../repositories/audit.ts'
import { appendMessages } from '../../repositories/messages/append-messages.ts'
import { findConversation, type MessageRow } from '../../repositories/messages/conversations.ts'
import type { Services } from '../../services.ts'

/**
 * `POST /admin/messages`: a message to one driver or user outside of an open chat, as a bulk message sends it: it
 * answers when the message is stored, goes out once for one `Idempotency-Key`, and is in the audit. 404 for somebody
 * who is neither, 429 with `Retry-After` above 300 a minute.
 */
export function registerDirectMessages(app: App, { db, broadcast, rateLimits }: Services) {
  app.post(
    '/admin/messages',
    {
      config: { permission: 'chats:write' },
      schema: { tags: ['chat'], body: sendDirectMessage, response: { 200: done } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await requireAttempts({ limit: rateLimits.bulkMessages, key: actor._id })
      const { receiver_id, message } = request.body
      // Not in the transaction, which holds rows and a connection: the answer can take a second.
      const isDelivered = await broadcast.isReachable({ partyId: receiver_id })
      const work = async (tx: Tx) => {
        const conversation = await findConversation(tx, actor, receiver_id)
        if (!conversation) throw notFound('driver or user')
        const { partyId } = conversation
        const row = await writeTo(tx, { partyId, adminId: actor._id, message, isDelivered })
        if (!row) throw notFound('driver or user')
        await recordAct(tx, { actor, act: 'send-message', resource: 'conversation', targetId: partyId })
        return row
      }
      return runOnce({ db, request, reply }, work, (row) => announceMessage(broadcast, row, request))
    },
  )
}

type Written = { partyId: string; adminId: string; message: string; isDelivered: boolean }

/** Writes to a driver or user, in the transaction of what they are told about; undefined when there is no such one. */
export async function writeTo(tx: Tx, { partyId, adminId, message, isDelivered }: Written) {
  const sent = { partyId, sender_id: adminId, receiver_id: partyId, message, isToSupport: false, isDelivered }
  const [appended] = await appendMessages(tx, [sent])
  return appended?.row
}

/** Shows a message that is committed to those who are connected. */
export function announceMessage(broadcast: Broadcast, row: MessageRow, request: FastifyRequest): void {
  const { _id, sender_id: senderId, receiver_id: receiverId, message, createdAt, seq, partyId } = row
  broadcast.deliver({ senderId, receiverId, message, _id, createdAt: createdAt.toISOString(), seq }, partyId, {
    name: callerOf(request).full_name,
  })
  broadcast.rowsChanged({ resource: 'chats', _id: partyId, kind: 'changed' })
}
