import { z } from 'zod'
import { mostWatched } from '../../chats.ts'
import { id, instant } from '../envelope.ts'

/**
 * Whether a driver or user has a connected app now, and when one was last; null where that is not known. Not part of
 * SPEC §7.
 */
export const presence = z.object({ partyId: id, isOnline: z.boolean(), lastSeenAt: instant.nullable() })
export type Presence = z.infer<typeof presence>

/**
 * Outgoing `watch-presence`: whose presence and typing this socket of an administrator receives from now on. It
 * replaces the one before.
 */
export const watchPresence = z.object({ partyIds: z.array(id).max(mostWatched) })
export type WatchPresence = z.infer<typeof watchPresence>

/** An administrator who has a conversation open. */
export const viewer = z.object({ _id: id, full_name: z.string() })
export type Viewer = z.infer<typeof viewer>

/** Outgoing `look-at`: the conversation that this socket of an administrator has open; null for none. */
export const viewConversation = z.object({ partyId: id.nullable() })
export type ViewConversation = z.infer<typeof viewConversation>

/** Incoming `onlookers-changed`, to those who have the conversation open: all of them, each once. */
export const viewersChanged = z.object({ partyId: id, admins: z.array(viewer) })
export type ViewersChanged = z.infer<typeof viewersChanged>

/**
 * Outgoing `typing`: the sender writes to `receiverId`, or has stopped to. Sent at most every 3 s while somebody types;
 * who receives it forgets it after 6 s. Nothing is stored.
 */
export const typing = z.object({ receiverId: id, isTyping: z.boolean() })
export type Typing = z.infer<typeof typing>

/** Incoming `typing`, in the conversation with `partyId`. `full_name` comes only to administrators. */
export const typingNow = z.object({
  partyId: id,
  senderId: id,
  full_name: z.string().optional(),
  isTyping: z.boolean(),
})
export type TypingNow = z.infer<typeof typingNow>

type Refused = { success: false; title: string; detail?: string }

export type TypingAck = { success: true } | Refused
export type WatchPresenceAck = { success: true; data: Presence[] } | Refused
export type ViewConversationAck = { success: true; data: Viewer[] } | Refused
