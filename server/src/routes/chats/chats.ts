import { z } from 'zod'
import {
  answer,
  chatListItem,
  chatListQuery,
  chatMessage,
  done,
  historyQuery,
  id,
  listAnswer,
  markSeen,
  supportAccount,
} from '@interline/shared/contract/schemas'
import type { Database, Tx } from '../../database/tables.ts'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import type { Services } from '../../services.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import { notFound } from '../../http/http-error.ts'
import {
  findConversation,
  findCorrespondent,
  findSupportAccount,
  markMessagesSeen,
  messageToJson,
  readHistory,
  wholeHistory,
  type HistoryRow,
} from '../../repositories/messages/conversations.ts'
import { listChats, readChatPage } from '../../repositories/messages/chat-list.ts'
import { auditExport, auditReads, mayExport } from '../lists/audit-reads.ts'
import { streamList } from '../lists/stream-list.ts'
import type { Caller } from '../../repositories/accounts/sessions.ts'

export function registerChats(app: App, services: Services) {
  const { db, broadcast } = services
  const access = ['admin' as const, 'driver' as const, 'user' as const]
  const reading = { access, permission: 'chats:read' as const }

  app.get(
    '/user/chats/:id',
    {
      config: reading,
      schema: {
        tags: ['chat'],
        params: z.object({ id }),
        querystring: historyQuery,
        response: { 200: answer(z.array(chatMessage)) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const partyId = await conversationWith(db, caller, request.params.id)
      const { limit, ...part } = request.query
      const toJson = (row: HistoryRow) => messageToJson(row, caller.role === 'admin' ? row.senderName : null)
      if (limit === undefined) return streamList(reply, wholeHistory(db, partyId, part), toJson)
      return { success: true as const, data: (await readHistory(db, partyId, { ...part, limit })).map(toJson) }
    },
  )

  app.get(
    '/user/chat-list',
    {
      config: { ...reading, heavy: 'whole' },
      schema: {
        tags: ['chat'],
        summary: 'All conversations of the caller; for an administrator who asks for one or may not export, a page',
        querystring: chatListQuery,
        response: { 200: listAnswer(chatListItem) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const isAdmin = caller.role === 'admin'
      if (!isAdmin || (Object.keys(request.query).length === 0 && mayExport(request))) {
        if (isAdmin) await auditExport(services, request, 'chats', { format: 'json' })
        return streamList(reply, listChats(db, caller), (row) => row)
      }
      const { rows, meta } = await readChatPage(db, caller, request.query)
      await auditReads(services, request, 'chats', rows.length)
      return { success: true as const, data: rows, meta }
    },
  )

  app.post(
    '/user/chats/mark-seen',
    {
      // A person who may not answer leaves a message unseen for those who may.
      config: { access, permission: 'chats:write' },
      schema: { tags: ['chat'], body: markSeen, response: { 200: done } },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { sender_id, receiver_id } = request.body
      const at = new Date()
      const work = async (tx: Tx) => {
        const partyId = await conversationBetween(tx, caller, sender_id, receiver_id)
        // Only what the other side wrote becomes seen, whichever way round the two ids are.
        const seq = await markMessagesSeen(tx, partyId, caller.role === 'admin' ? 'support' : 'party', at)
        return { partyId, seq }
      }
      return runOnce({ db, request, reply }, work, ({ partyId, seq }) => {
        if (seq === undefined) return
        broadcast.marked({ partyId, by: caller._id, state: 'seen', seq, at: at.toISOString() })
        broadcast.rowsChanged({ resource: 'chats', _id: partyId, kind: 'changed', ...causedBy(request) }, [partyId])
      })
    },
  )

  app.get(
    '/user/support',
    {
      config: { access, permission: 'every-role' },
      schema: { tags: ['chat'], response: { 200: answer(supportAccount) } },
    },
    async () => {
      const support = await findSupportAccount(db)
      if (!support) throw notFound('support desk')
      return { success: true as const, data: { _id: support._id, full_name: 'Support' } }
    },
  )
}

/** Finds the person whose conversation with the support desk the caller means by `otherId`. */
async function conversationWith(db: Database, caller: Caller, otherId: string): Promise<string> {
  const found = await findConversation(db, caller, otherId)
  // The same answer for an id that is somebody else's and for one that does not exist.
  if (!found) throw notFound('conversation')
  return found.partyId
}

async function conversationBetween(
  db: Database,
  caller: Caller,
  sender_id: string,
  receiver_id: string,
): Promise<string> {
  if (caller.role !== 'admin') {
    if (sender_id !== caller._id && receiver_id !== caller._id) throw notFound('conversation')
    return conversationWith(db, caller, sender_id === caller._id ? receiver_id : sender_id)
  }
  for (const personId of [sender_id, receiver_id]) {
    const person = await findCorrespondent(db, personId)
    if (person && person.role !== 'admin') return person._id
  }
  throw notFound('conversation')
}
