import type { Database } from '../database/tables.ts'
import type { Caller } from '../repositories/sessions.ts'
import { findCorrespondent } from '../repositories/chats.ts'

/** The conversation in which the caller writes to `receiverId`; undefined when there can be none. */
export async function findConversation(db: Database, caller: Caller, receiverId: string) {
  const receiver = await findCorrespondent(db, receiverId)
  if (!receiver || (receiver.role === 'admin') === (caller.role === 'admin')) return undefined
  return { partyId: caller.role === 'admin' ? receiver._id : caller._id, receiverId: receiver._id }
}
