import { z } from 'zod'
import { newestNotifications, notificationKinds } from '../../notifications.ts'
import { id, instant } from '../envelope.ts'

/** The record that a notification is about. `chat` is the conversation with that person. */
export const notificationSubject = z.object({ kind: z.enum(['driver', 'user', 'booking', 'chat']), _id: id })
export type NotificationSubject = z.infer<typeof notificationSubject>

/**
 * SPEC §3, Notification. The others are ours: `read`, whether this administrator has seen it in the bell;
 * `kind` and `subject`, which one from before they were noted has not; `count`, how many rows of a bulk change or
 * messages it stands for, 0 when all were taken back. The lists name such rows by `notification`.
 */
export const notification = z.object({
  _id: id,
  title: z.string(),
  body: z.string(),
  createdAt: instant,
  read: z.boolean().optional(),
  kind: z.string().optional(),
  subject: notificationSubject.optional(),
  count: z.number().int().nonnegative().optional(),
})
export type Notification = z.infer<typeof notification>

/** Ours: the newest, at most `limit`; or those before the one with this id. Without either all of them. */
export const notificationQuery = z.object({
  before: id.optional(),
  limit: z.coerce.number().int().min(1).max(newestNotifications).optional(),
})

/** Ours: whether an administrator wants to see notifications of this kind. */
export const muteKind = z.object({ kind: z.enum(notificationKinds), is_muted: z.boolean() })
export type MuteKind = z.infer<typeof muteKind>

/** Ours: the notifications that were seen; all of them without `ids`. */
export const markRead = z.object({ ids: z.array(id).max(200).optional() })
