import type { FastifyBaseLogger } from 'fastify'
import { sendMessage, userConnected, type Notification, type SendMessage, type SendMessageAck } from '@interline/shared/contract'
import type { AttemptLimit } from '../accounts/attempt-limit.ts'
import type { Database } from '../database/tables.ts'
import type { Caller } from '../http/access.ts'
import { recordAct } from '../repositories/audit.ts'
import { appendMessage, markMessagesDelivered } from '../repositories/chats.ts'
import { newNotification } from '../repositories/notifications.ts'
import { messageToWire } from '../http/wire.ts'
import { acknowledge, invalid, type Refused } from './acknowledge.ts'
import type { ChatSocket } from './chat-socket.ts'
import { findConversation } from './conversation-of.ts'
import type { Live } from './live.ts'
import { nobody } from './typing-events.ts'

type Needs = { db: Database; live: Live; limit: AttemptLimit; log: FastifyBaseLogger }

const messagesPerMinute = 120

/** The events of SPEC §7 on one socket. An acknowledgement is sent to clients that ask for one; SPEC's own do not. */
export function chatWith(socket: ChatSocket, needs: Needs) {
  const caller = socket.data
  const report = (error: unknown) => needs.log.error({ err: error }, 'a chat event failed')
  // Messages are stored in the order they were sent in, whatever each waits for.
  const lastTo = new Map<string, Promise<unknown>>()
  const inTurn = (payload: unknown) => {
    const to = typeof payload === 'object' && payload !== null && 'receiverId' in payload && caller.role === 'admin' ? String(payload.receiverId) : ''
    const turn = (lastTo.get(to) ?? Promise.resolve()).then(() => send(socket.id, caller, payload, needs))
    const over = turn.then(() => undefined, () => undefined).then(() => void (lastTo.get(to) === over && lastTo.delete(to)))
    lastTo.set(to, over)
    return turn
  }
  socket.on('user-connected', (payload: unknown, ack: unknown) => acknowledge(ack, announce(caller, payload, needs), report))
  socket.on('send-message', (payload: unknown, ack: unknown) => acknowledge(ack, inTurn(payload), report))
}

async function announce(caller: Caller, payload: unknown, { db }: Needs): Promise<{ success: true } | Refused> {
  const parsed = userConnected.safeParse(payload)
  if (!parsed.success) return invalid(parsed.error)
  return parsed.data.userId === caller._id ? { success: true } : refuseClaim(db, caller, 'user-connected', parsed.data.userId)
}

async function send(socketId: string, caller: Caller, payload: unknown, needs: Needs): Promise<SendMessageAck> {
  const { db, live, limit } = needs
  const parsed = sendMessage.safeParse(payload)
  if (!parsed.success) return invalid(parsed.error, 'The message is not valid')
  // SPEC §6 has the client send a role that is not the receiver's: it is ignored, the receiver's record says who they are.
  const { senderId, receiverId, message, clientId } = parsed.data
  if (senderId !== caller._id) return refuseClaim(db, caller, 'send-message', senderId)
  if ([message, clientId ?? ''].some((text) => text.includes('\0'))) return { success: false, title: 'The message is not valid', detail: 'message: must not contain the character U+0000' }
  if (await limit.take(`chat:${caller._id}`, messagesPerMinute, 60)) return { success: false, title: 'Too many messages', detail: 'Please wait a moment.' }
  const conversation = await findConversation(db, caller, receiverId)
  if (!conversation) return nobody
  const { partyId } = conversation
  const isDelivered = await live.isReachable(caller.role === 'admin' ? { partyId } : 'desk')
  const notification = caller.role === 'admin' ? undefined : newNotification(`Message from ${caller.full_name}`, excerptOf(message))
  const { row, isNew } = await appendMessage(db, { partyId, sender_id: caller._id, receiver_id: conversation.receiverId, message, isDelivered, ...(clientId ? { clientId } : {}), ...(notification ? { notification } : {}) })
  if (isNew) tellOthers(socketId, partyId, notification, { ...parsed.data, _id: row._id, createdAt: row.createdAt.toISOString(), seq: row.seq }, needs)
  return { success: true, data: messageToWire(row) }
}

type Stored = SendMessage & { _id: string; createdAt: string; seq: number }

const excerptOf = (message: string) => (message.length > 80 ? `${message.slice(0, 79).trimEnd()}…` : message)

function tellOthers(socketId: string, partyId: string, notification: Notification | undefined, { role: _role, ...message }: Stored, { live }: Needs) {
  live.deliver(message, partyId, socketId)
  live.rowsChanged({ noun: 'chats', _id: partyId, kind: 'changed' })
  if (notification) live.notify(notification)
}

/** What was sent while nobody was there has arrived now. */
export async function receiveWaiting(caller: Caller, { db, live }: Pick<Needs, 'db' | 'live'>) {
  const at = new Date()
  for (const { partyId, seq } of await markMessagesDelivered(db, caller.role === 'admin' ? 'desk' : { partyId: caller._id }, at)) {
    live.marked({ partyId, by: caller._id, state: 'delivered', seq, at: at.toISOString() })
  }
}

async function refuseClaim(db: Database, caller: Caller, event: string, claimed: string): Promise<Refused> {
  await recordAct(db, { actorId: caller._id, act: 'refused-claim', noun: 'socket', targetId: claimed, after: { event } })
  return { success: false, title: 'This is not who you are', detail: 'The id in the event is not the one that is signed in.' }
}
