import { done, sendDirectMessage } from '@interline/shared/contract'
import { requireAttempts } from '../../auth/rate-limit.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { notFound } from '../../http/http-error.ts'
import { runOnce } from '../../http/idempotency.ts'
import { recordAct } from '../../repositories/audit.ts'
import { appendMessages } from '../../repositories/messages/append-messages.ts'
import { findConversation } from '../../repositories/messages/conversations.ts'
import type { Services } from '../services.ts'

/**
 * `POST /admin/messages`: a message to one driver or user outside of an open chat, as a bulk message sends it: it
 * answers when the message is stored, goes out once for one `Idempotency-Key`, and is in the audit. 404 for somebody
 * who is neither, 429 with `Retry-After` above 300 a minute.
 */
export function registerDirectMessages(app: App, { db, broadcast, rateLimits }: Services) {
  app.post(
    '/admin/messages',
    {
      config: { access: ['admin'], permission: 'chats:write' },
      schema: { tags: ['chat'], body: sendDirectMessage, response: { 200: done } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await requireAttempts({ limit: rateLimits.bulkMessages, key: actor._id })
      const { receiver_id, message } = request.body
      // Not in the transaction, which holds rows and a connection: the answer can take a second.
      const isDelivered = await broadcast.isReachable({ partyId: receiver_id })
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const conversation = await findConversation(tx, actor, receiver_id)
        if (!conversation) throw notFound('driver or user')
        const { partyId } = conversation
        const wanted = { partyId, sender_id: actor._id, receiver_id, message, isToSupport: false, isDelivered }
        const [appended] = await appendMessages(tx, [wanted])
        if (!appended) throw notFound('driver or user')
        await recordAct(tx, { actor, act: 'send-message', resource: 'conversation', targetId: partyId })
        return { answer: { success: true as const }, row: appended.row }
      })
      if (outcome.isReplay) return outcome.answer
      const { partyId, _id, seq, createdAt } = outcome.row
      const sent = { senderId: actor._id, receiverId: receiver_id, message, _id, seq }
      broadcast.deliver({ ...sent, createdAt: createdAt.toISOString() }, partyId, { name: actor.full_name })
      broadcast.rowsChanged({ resource: 'chats', _id: partyId, kind: 'changed' })
      return outcome.answer
    },
  )
}
