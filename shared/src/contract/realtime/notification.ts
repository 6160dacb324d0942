import { z } from 'zod'
import { id, instant } from '../envelope.ts'

/** SPEC §3, Notification. `read` is ours: whether this administrator has opened the bell since it arose. */
export const notification = z.object({
  _id: id,
  title: z.string(),
  body: z.string(),
  createdAt: instant,
  read: z.boolean().optional(),
})
export type Notification = z.infer<typeof notification>
