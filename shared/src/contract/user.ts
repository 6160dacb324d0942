import { z } from 'zod'
import { id, instant } from './envelope.ts'

/** SPEC §3, User (rider). */
export const user = z.object({
  _id: id,
  full_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: instant,
  location: z.object({ address: z.string().nullable() }).nullable(),
  state_id: z.string().nullable(),
  role: z.literal('user').optional(),
})
export type User = z.infer<typeof user>

export const userSortKeys = ['full_name', 'createdAt', 'phone', 'email'] as const
