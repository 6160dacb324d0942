import { z } from 'zod'
import { nameMaxLength } from '../../lengths.ts'
import { id, instant } from '../envelope.ts'
import { newPassword, password, text } from '../text.ts'

/** POST /admin/account/name: one's own name. */
export const ownName = z.object({ full_name: text(nameMaxLength) })

/**
 * POST /admin/account/password. 400 with `errors` for `password` when that is not one's password today, and for
 * `new_password` when it is one of the most common. All other sessions of this person end.
 */
export const ownPassword = z.object({ password, new_password: newPassword })

/**
 * POST /admin/account/picture, a multipart form with one file `picture` (PNG, JPEG or WebP, at most `uploadMaxBytes`),
 * and …/picture/remove: one's own picture. Both answer where it is now. 400, 413 and 415 with `errors` for `picture`.
 */
export const ownPicture = z.object({
  profile_picture: z.string().nullable().describe('A link that works as long as a session does, or null.'),
})

/** A session of one's own: a row of GET /admin/account/sessions, the one used last first. */
export const ownSession = z.object({
  _id: id,
  current: z.boolean().describe('The session that asks.'),
  createdAt: instant,
  last_used_at: instant.nullable().describe('To the minute; null where it was not noted yet.'),
  expires_at: instant,
  address: z.string().nullable().describe('From where it was begun; null where that was not noted yet.'),
  user_agent: z.string().nullable().describe('What the browser said it is when the session began.'),
})
export type OwnSession = z.infer<typeof ownSession>

/**
 * POST /admin/account/sessions/end: ends this one; without `_id` all but the one that asks. 404 for one that is none.
 */
export const endOwnSessions = z.object({ _id: id.optional() })

/**
 * POST /admin/account/active: a person did something in this session, so many seconds ago. Nothing else keeps a session
 * from ending by the policy: a page calls and listens by itself too. It answers after how many minutes that would be,
 * or null for never.
 */
export const reportActivity = z.object({ idle_seconds: z.number().int().min(0).max(86_400) })
export const activityReported = z.object({ idle_minutes: z.number().int().nullable() })
