import { z } from 'zod'
import { id, instant } from '../envelope.ts'

/** SPEC §3, Notification. `read` is ours: whether this administrator has seen it in the bell, or did it. */
export const notification = z.object({
  _id: id,
  title: z.string(),
  body: z.string(),
  createdAt: instant,
  read: z.boolean().optional(),
})
export type Notification = z.infer<typeof notification>

/** Ours: the notifications that were seen; all of them without `ids`. */
export const markRead = z.object({ ids: z.array(id).max(200).optional() })
