import { z } from 'zod'
import { attentionLimit } from '../../dashboard.ts'
import { instant } from '../envelope.ts'

const waiting = z.object({
  count: z.number().int().min(0).max(attentionLimit),
  isMore: z.boolean(),
  oldest: instant.nullable().describe('Since when the one waits that waits longest, where it is known.'),
})
export type Waiting = z.infer<typeof waiting>

/** GET /admin/dashboard/attention: what waits for somebody. Each is the total of a list that can be asked for. */
export const attention = z.object({
  drivers: waiting.describe('Drivers who wait to be verified: `/admin/drivers?waiting=verification`.'),
  reverifications: waiting.describe('Drivers who asked to be verified again: `…?reverify_status=Pending`.'),
  pending: waiting.describe('Bookings that nobody answered: `/admin/user/rides?hanging=Pending`.'),
  started: waiting.describe('Bookings that started and never ended: `…?hanging=Started`.'),
  chats: waiting.describe(
    'Open conversations whose last message is from the person: `/user/chat-list?show=unanswered`.',
  ),
  documents: waiting.describe('Documents that have expired, or will within 30 days: `/admin/drivers/expiring`.'),
})
export type Attention = z.infer<typeof attention>
