import {
  capabilities,
  type ChatMessage,
  type SendMessage,
  type SendMessageAck,
  type UserConnectedAck,
} from '@interline/shared/contract'
import { sendMessage, userConnected } from '@interline/shared/contract/schemas'
import { countAttempt, type RateLimits } from '../auth/rate-limit.ts'
import type { Database } from '../database/tables.ts'
import type { Caller } from '../repositories/accounts/sessions.ts'
import { appendMessages, type Appended, type NewMessage } from '../repositories/messages/append-messages.ts'
import { recordAct } from '../repositories/audit.ts'
import { markMessagesDelivered, messageToJson } from '../repositories/messages/conversations.ts'
import { GroupCommit } from '../repositories/messages/group-commit.ts'
import { invalid, tooOften, type Failure } from './acknowledgement.ts'
import { socketState, type ChatSocket } from './chat-socket.ts'
import type { Broadcast, Delivered } from './broadcast.ts'
import { nobody } from './typing-events.ts'

type ChatDeps = { db: Database; broadcast: Broadcast; rateLimits: RateLimits }

const excerptLength = 80

/** A message on its way into the database, or the reason why it is not stored. */
type Sent =
  | { isRefused: false; given: SendMessage; message: NewMessage; appended: Promise<Appended> }
  | { isRefused: true; answer: Failure }

/** The events of SPEC §7, for all sockets alike. */
export function chatEvents({ db, broadcast, rateLimits }: ChatDeps) {
  const messages = new GroupCommit<NewMessage, Appended>({
    write: (batch) => appendMessages(db, batch),
    keyOf: ({ partyId }) => partyId,
    // Classes 22 and 23 of PostgreSQL's codes: data that cannot be, and rows that point nowhere.
    isFaultOfOne: (error) => error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)),
  })
  // The messages of a socket are stored in the order they were sent in, however long each is checked.
  const lastOf = socketState(() => new Map<string, Promise<unknown>>())

  async function announce({ data: caller }: ChatSocket, payload: unknown): Promise<UserConnectedAck> {
    const parsed = userConnected.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    return parsed.data.userId === caller._id
      ? { success: true, ...(caller.admin_role && { admin_role: caller.admin_role, backend: capabilities }) }
      : rejectClaim({ db, rateLimits }, caller, 'user-connected', parsed.data.userId)
  }

  async function begin(caller: Caller, payload: unknown): Promise<Sent> {
    const parsed = sendMessage.safeParse(payload)
    if (!parsed.success) return refused(invalid(parsed.error, 'The message is not valid'))
    // SPEC §6 has the client send a role that is not the receiver's: it is ignored, the receiver's record says who they
    // are.
    const { senderId, receiverId, message, clientId } = parsed.data
    if (senderId !== caller._id) return refused(await rejectClaim({ db, rateLimits }, caller, 'send-message', senderId))
    if (message.includes('\0') || clientId?.includes('\0'))
      return refused({
        success: false,
        title: 'The message is not valid',
        detail: 'message: must not contain the character U+0000',
      })
    const isToSupport = caller.role !== 'admin'
    const partyId = isToSupport ? caller._id : receiverId
    const reachable = broadcast.isReachable(isToSupport ? 'support' : { partyId })
    const wait = await countAttempt(rateLimits.messages, caller._id)
    const isDelivered = await reachable
    if (wait) return refused({ success: false, title: 'Too many messages', detail: 'Please wait a moment.' })
    const notification = isToSupport
      ? { title: `Message from ${caller.full_name}`, body: excerptOf(message) }
      : undefined
    const wanted: NewMessage = {
      partyId,
      sender_id: caller._id,
      receiver_id: receiverId,
      message,
      clientId,
      isToSupport,
      isDelivered,
      notification,
    }
    return { isRefused: false, given: parsed.data, message: wanted, appended: messages.add(wanted) }
  }

  async function beginInOrder(socket: ChatSocket, payload: unknown): Promise<Sent> {
    const caller = socket.data
    const { receiverId } = (payload ?? {}) as { receiverId?: unknown }
    const to = caller.role === 'admin' && typeof receiverId === 'string' ? receiverId : ''
    const last = lastOf(socket)
    const before = last.get(to)
    const sending = before ? before.catch(() => undefined).then(() => begin(caller, payload)) : begin(caller, payload)
    last.set(to, sending)
    try {
      return await sending
    } finally {
      if (last.get(to) === sending) last.delete(to)
    }
  }

  async function send(socket: ChatSocket, payload: unknown): Promise<SendMessageAck> {
    const sent = await beginInOrder(socket, payload)
    if (sent.isRefused) return sent.answer
    const appended = await sent.appended
    if (!appended) return nobody
    const data = messageToJson(appended.row)
    if (appended.isNew) broadcastToOthers(socket, sent, data)
    return { success: true, data }
  }

  function broadcastToOthers(
    { id: socketId, data: caller }: ChatSocket,
    {
      given: { senderId, receiverId, message, clientId },
      message: { partyId, notification },
    }: Sent & { isRefused: false },
    { _id, createdAt, seq }: ChatMessage,
  ) {
    // Without a spread: for one, V8 would describe the object anew with each message.
    const received: Delivered = { senderId, receiverId, message, _id, createdAt, seq }
    if (clientId !== undefined) received.clientId = clientId
    broadcast.deliver(received, partyId, { socketId, name: notification ? undefined : caller.full_name })
    broadcast.rowsChanged({ resource: 'chats', _id: partyId, kind: 'changed' })
    if (!notification) return
    const { title, body } = notification
    const subject = { kind: 'chat' as const, _id: partyId }
    broadcast.notify({ _id: partyId, title, body, createdAt, kind: 'message-received', subject, read: false })
  }

  return { announce, send }
}

const refused = (answer: Failure): Sent => ({ isRefused: true, answer })
const excerptOf = (message: string) =>
  message.length > excerptLength ? `${message.slice(0, excerptLength - 1).trimEnd()}…` : message

/** Marks messages that were sent while the caller was away as delivered, and announces it. */
export async function markWaitingDelivered(caller: Caller, { db, broadcast }: Pick<ChatDeps, 'db' | 'broadcast'>) {
  const at = new Date()
  for (const { partyId, seq } of await markMessagesDelivered(
    db,
    caller.role === 'admin' ? 'support' : { partyId: caller._id },
    at,
  )) {
    broadcast.marked({ partyId, by: caller._id, state: 'delivered', seq, at: at.toISOString() })
  }
}

/** Refuses a claim and records it. Above the limit it is refused without a record: nobody can fill the audit. */
async function rejectClaim(
  { db, rateLimits }: Pick<ChatDeps, 'db' | 'rateLimits'>,
  caller: Caller,
  event: string,
  claimed: string,
): Promise<Failure> {
  if (await countAttempt(rateLimits.claims, caller._id)) return tooOften
  await recordAct(db, {
    actor: caller,
    act: 'refused-claim',
    resource: 'socket',
    targetId: claimed,
    after: { event },
  })
  return {
    success: false,
    title: 'This is not who you are',
    detail: 'The id in the event is not the one that is signed in.',
  }
}
