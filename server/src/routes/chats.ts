import { z } from 'zod'
import { answer, chatListItem, chatMessage, done, historyQuery, id, markSeen, supportDesk } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { callerOf } from '../http/access.ts'
import type { App, Services } from '../http/app-types.ts'
import { changeOnce } from '../http/change-once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { messageToWire } from '../http/wire.ts'
import { findCorrespondent, findSupportDesk, listChats, markMessagesSeen, readHistory } from '../repositories/chats.ts'
import type { Caller } from '../repositories/sessions.ts'

export function registerChats(app: App, { db, live }: Services) {
  const config = { access: ['admin' as const, 'driver' as const, 'user' as const] }

  app.get('/user/chats/:id', {
    config,
    schema: { tags: ['chat'], params: z.object({ id }), querystring: historyQuery, response: { 200: answer(z.array(chatMessage)) } },
  }, async (request) => {
    const partyId = await conversationWith(db, callerOf(request), request.params.id)
    const rows = await readHistory(db, partyId, request.query)
    return { success: true as const, data: rows.map(messageToWire) }
  })

  app.get('/user/chat-list', {
    config,
    schema: { tags: ['chat'], response: { 200: answer(z.array(chatListItem)) } },
  }, async (request) => ({ success: true as const, data: await listChats(db, callerOf(request)) }))

  app.post('/user/chats/mark-seen', {
    config,
    schema: { tags: ['chat'], body: markSeen, response: { 200: done } },
  }, async (request, reply) => {
    const caller = callerOf(request)
    const { sender_id, receiver_id } = request.body
    const done = { success: true as const }
    const { answer } = await changeOnce({ db, request, reply }, async (tx) => {
      const partyId = await conversationBetween(tx, caller, sender_id, receiver_id)
      const at = new Date()
      // Only what the other side wrote becomes seen, whichever way round the two ids are.
      const seq = await markMessagesSeen(tx, partyId, caller.role === 'admin' ? 'desk' : 'party', at)
      if (seq === undefined) return { answer: done }
      return {
        answer: done,
        tell() {
          live.marked({ partyId, by: caller._id, state: 'seen', seq, at: at.toISOString() })
          live.rowsChanged({ noun: 'chats', _id: partyId, kind: 'changed' }, [partyId])
        },
      }
    })
    return answer
  })

  app.get('/user/support', {
    config,
    schema: { tags: ['chat'], response: { 200: answer(supportDesk) } },
  }, async () => {
    const desk = await findSupportDesk(db)
    if (!desk) throw notFound('support desk')
    return { success: true as const, data: { _id: desk._id, full_name: 'Support' } }
  })
}

/** Whose conversation with the support desk the caller means by `otherId`. */
async function conversationWith(db: Database, caller: Caller, otherId: string): Promise<string> {
  const other = await findCorrespondent(db, otherId)
  if (!other) throw notFound('person')
  if (caller.role === 'admin') {
    if (other.role === 'admin') throw notFound('conversation')
    return other._id
  }
  if (other.role !== 'admin') throw new Refusal(403, 'This conversation is not yours')
  return caller._id
}

async function conversationBetween(db: Database, caller: Caller, sender_id: string, receiver_id: string): Promise<string> {
  if (caller.role !== 'admin') {
    if (sender_id !== caller._id && receiver_id !== caller._id) throw new Refusal(403, 'This conversation is not yours')
    return conversationWith(db, caller, sender_id === caller._id ? receiver_id : sender_id)
  }
  for (const personId of [sender_id, receiver_id]) {
    const person = await findCorrespondent(db, personId)
    if (person && person.role !== 'admin') return person._id
  }
  throw notFound('conversation')
}
