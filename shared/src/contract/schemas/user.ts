import { z } from 'zod'
import { id, instant } from './envelope.ts'
import { listQuery } from './lists/query.ts'

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

/** Query of GET /admin/users. */
export const userListQuery = listQuery.extend({
  platform: z.enum(['android', 'ios']).optional(),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .optional()
    .describe('Keeps users who registered on the last so many days of the time zone `tz`, today the last of them.'),
})
export type UserListQuery = z.infer<typeof userListQuery>
