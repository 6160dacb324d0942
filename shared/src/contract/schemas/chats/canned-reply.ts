import { z } from 'zod'
import { shortcutPattern } from '../../chats.ts'
import { id } from '../envelope.ts'
import { messageMaxLength } from '../../lengths.ts'
import { text } from '../text.ts'

const shortcut = z.string().regex(shortcutPattern, 'must be 1 to 32 small letters, digits and hyphens')

/**
 * A text that is kept to be sent again: one's own, or shared with all administrators. `text` may hold variables such as
 * `{{first_name}}`, which are filled in before it is sent.
 */
export const cannedReply = z.object({
  _id: id,
  shortcut: z.string(),
  text: z.string(),
  is_shared: z.boolean(),
  owner: z.object({ _id: id, full_name: z.string() }),
  revision: z.number().int(),
})
export type CannedReply = z.infer<typeof cannedReply>

/**
 * POST /admin/canned-replies/save: makes one, or with `_id` changes it; `revision` is of the one that was changed, and
 * 409 says that somebody else changed it, or that another one has the shortcut.
 */
export const saveCannedReply = z.object({
  _id: id.optional(),
  revision: z.number().int().optional(),
  shortcut,
  text: text(messageMaxLength).refine(
    (text) => !/[\0\p{Surrogate}]/u.test(text),
    'must be whole characters without U+0000',
  ),
  is_shared: z.boolean(),
})
export type SaveCannedReply = z.infer<typeof saveCannedReply>

/** POST /admin/canned-replies/delete. */
export const deleteCannedReply = z.object({ _id: id })
