import { z } from 'zod'
import { id, instant } from '../envelope.ts'
import type { AdminRole } from '../../administrators/role-permissions.ts'
import { text } from '../text.ts'
import { chatMessage } from './chat.ts'
import { messageMaxLength } from '../../lengths.ts'
import type { Notification } from './notification.ts'
import type {
  ViewConversation,
  ViewConversationAck,
  ViewersChanged,
  Presence,
  Typing,
  TypingAck,
  TypingNow,
  WatchPresence,
  WatchPresenceAck,
} from './presence.ts'

/** Outgoing `user-connected` (SPEC §7). */
export const userConnected = z.object({ userId: id })

/** The acknowledgement of `user-connected`; an administrator learns role and backend as they are now. */
export type UserConnectedAck =
  | { success: true; admin_role?: AdminRole; backend?: readonly string[] }
  | { success: false; title: string; detail?: string }

/** Outgoing `send-message` (SPEC §7), with our `clientId`, by which a repeated message is stored once. */
export const sendMessage = z.object({
  senderId: id,
  receiverId: id,
  message: text(messageMaxLength),
  role: z.enum(['User', 'Driver']).optional(),
  clientId: z.string().min(1).max(64).optional(),
})
export type SendMessage = z.infer<typeof sendMessage>

/** The acknowledgement of `send-message`: the stored message, or why not. */
export const sendMessageAck = z.union([
  z.object({ success: z.literal(true), data: chatMessage }),
  z.object({ success: z.literal(false), title: z.string(), detail: z.string().optional() }),
])
export type SendMessageAck = z.infer<typeof sendMessageAck>

/** Incoming `receive-message` (SPEC §7 sends the first two fields; ours the rest too). */
export const receiveMessage = z.object({
  senderId: id,
  message: z.string(),
  _id: id.optional(),
  createdAt: instant.optional(),
  clientId: z.string().optional(),
  receiverId: id.optional(),
  seq: z.number().int().optional(),
  sender_name: z.string().optional(),
})
export type ReceiveMessage = z.infer<typeof receiveMessage>

/**
 * Incoming `messages-marked`: everything in the conversation with `partyId` up to `seq` reached, or was read by, `by`.
 */
export const messagesMarked = z.object({
  partyId: id,
  by: id,
  state: z.enum(['delivered', 'seen']),
  seq: z.number().int(),
  at: instant,
})
export type MessagesMarked = z.infer<typeof messagesMarked>

/**
 * Incoming `rows-changed`: records were added, changed or removed by anyone; tables that show that resource check what
 * it means for them. Only `noun`, the name of the resource in SPEC §7, is sure to be there; ours says `resource` too.
 * `_id` or `ids` say which records, `kind` what became of them; without, it may be anything.
 */
const changedResource = z.enum(['drivers', 'users', 'driver-rides', 'user-rides', 'chats'])
export const rowsChanged = z.object({
  noun: changedResource,
  resource: changedResource.optional(),
  _id: id.optional(),
  ids: z.array(id).optional(),
  kind: z.enum(['created', 'changed', 'removed']).optional(),
  /** The `Idempotency-Key` of the request that made the change: who sent it knows what became of it. */
  by: z.string().optional(),
})
export type RowsChanged = z.infer<typeof rowsChanged>

/** The server may emit these, by event name. */
export type ServerEvents = {
  'receive-message': (message: ReceiveMessage) => void
  'messages-marked': (marked: MessagesMarked) => void
  'rows-changed': (change: RowsChanged) => void
  notification: (notification: Notification) => void
  'presence-changed': (presence: Presence) => void
  'onlookers-changed': (changed: ViewersChanged) => void
  typing: (typing: TypingNow) => void
  /**
   * The session behind this socket ended: `expired` when its time is over, no reason when it was signed out elsewhere
   * or revoked.
   */
  'session-ended': (why?: 'expired') => void
  /** An owner gave this administrator another role, which holds from now on. */
  'role-changed': (admin_role: AdminRole) => void
}

/** A client may emit these, by event name. */
export type ClientEvents = {
  'user-connected': (payload: z.infer<typeof userConnected>, ack?: (answer: UserConnectedAck) => void) => void
  'send-message': (payload: SendMessage, ack?: (answer: SendMessageAck) => void) => void
  'watch-presence': (payload: WatchPresence, ack?: (answer: WatchPresenceAck) => void) => void
  'look-at': (payload: ViewConversation, ack?: (answer: ViewConversationAck) => void) => void
  typing: (payload: Typing, ack?: (answer: TypingAck) => void) => void
}
