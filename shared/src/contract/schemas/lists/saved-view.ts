import { z } from 'zod'
import { id } from '../envelope.ts'
import { text } from '../text.ts'
import { timeZone } from './query.ts'
import { viewNameMaxLength, viewPath } from '../../lists/view-paths.ts'

const name = text(viewNameMaxLength).refine(
  (text) => !/[\p{Cc}\p{Surrogate}]/u.test(text),
  'must be one line of whole characters',
)

/** Any list of a release: the API does not know which screens there are. */
const path = z.string().max(200).regex(viewPath, 'must be the path of a screen, such as /driver-rides')

/** The part that stands behind the `?` of the screen's address. */
const query = z
  .string()
  .max(2000)
  .refine((text) => !/[^\x21-\x7e]/.test(text) && !/^[?#]/.test(text), 'must be a query string without its ?')

/** A list as somebody saved it, under a name: what it keeps, its order and its columns. Own, or shared with all. */
export const savedView = z.object({
  _id: id,
  name: z.string(),
  path,
  query: z.string().describe('Of the address of the screen, without page and size.'),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  owner: z.object({ _id: id, full_name: z.string() }),
  revision: z.number().int().optional(),
})
export type SavedView = z.infer<typeof savedView>

/** POST /admin/views: saves an own one. Each person has a name once. */
export const createView = z.object({ name, path, query })
export type CreateView = z.infer<typeof createView>

/** POST /admin/views/change: another name, or what the list shows now. 409: it was changed after `revision`. */
export const changeView = z.object({
  _id: id,
  name: name.optional(),
  query: query.optional(),
  revision: z.number().int().optional(),
})
export type ChangeView = z.infer<typeof changeView>

/** POST /admin/views/share: with all administrators, or with nobody any more. */
export const shareView = z.object({ _id: id, is_shared: z.boolean() })

/** POST /admin/views/delete. */
export const deleteView = z.object({ _id: id })

/** Query of GET /admin/views/counts: in which time zone days are meant. */
export const viewCountsQuery = z.object({ tz: timeZone.optional() })

/** How many rows a view's list has, as `meta` of the list says it. */
export const viewCount = z.object({
  _id: id,
  total: z.number().int().nonnegative().describe('Counted up to 10,001: that means more than 10,000.'),
})
export type ViewCount = z.infer<typeof viewCount>
