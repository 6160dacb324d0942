import { z } from 'zod'
import { messageMaxLength } from '../../lengths.ts'
import { id, instant } from '../envelope.ts'
import { text } from '../text.ts'

/**
 * SPEC §3, Chat list item. `party_id` and `party_role` name the person who is not an administrator; a bare backend
 * sends neither, and a driver or user is sent nothing from `assigned_to` on.
 */
export const chatListItem = z.object({
  full_name: z.string(),
  profile_picture: z.string().nullable(),
  last_message: z.string(),
  last_message_date: instant,
  last_message_is_seen: z.boolean(),
  sender_id: id,
  receiver_id: id,
  party_id: id.optional(),
  party_role: z.enum(['driver', 'user']).optional(),
  unseen_count: z.number().int().nonnegative().optional(),
  assigned_to: z.object({ _id: id, full_name: z.string() }).nullable().optional(),
  closed_at: instant.nullable().optional(),
  waiting_since: instant.nullable().optional(),
})
export type ChatListItem = z.infer<typeof chatListItem>

/**
 * SPEC §3, Chat message; from `receiver_id` on, what our server adds. `seq` counts the messages of one conversation
 * from 1. `sender_name` is the administrator who wrote, and is sent to administrators alone.
 */
export const chatMessage = z.object({
  _id: id,
  sender_id: id,
  message: z.string(),
  createdAt: instant,
  receiver_id: id.optional(),
  clientId: z.string().optional(),
  sender_name: z.string().optional(),
  seq: z.number().int().optional(),
  delivered_at: instant.nullable().optional(),
  seen_at: instant.nullable().optional(),
})
export type ChatMessage = z.infer<typeof chatMessage>

/**
 * GET /user/chats/{id}: without parameters the whole history, oldest first. `before` and `after` are `seq`, exclusive.
 */
export const historyQuery = z.object({
  before: z.coerce.number().int().positive().optional(),
  after: z.coerce.number().int().nonnegative().optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
})
export type HistoryQuery = z.infer<typeof historyQuery>

/** POST /admin/messages: from the administrator who is signed in to a driver or user. */
export const sendDirectMessage = z.object({
  receiver_id: id,
  message: text(messageMaxLength).refine((text) => !text.includes('\0'), 'must not contain the character U+0000'),
})
export type SendDirectMessage = z.infer<typeof sendDirectMessage>

/** POST /user/chats/mark-seen (SPEC §7): `sender_id` is whose messages were seen, `receiver_id` who saw them. */
export const markSeen = z.object({ sender_id: id, receiver_id: id })
export type MarkSeen = z.infer<typeof markSeen>
