import { z } from 'zod'
import { searchMaxLength } from '../../lengths.ts'
import { chatFilters, countedConversations } from '../../chats.ts'
import { id } from '../envelope.ts'

/** The person with whom a conversation is. */
export const ofParty = z.object({ party_id: id })

/**
 * Optional parameters of GET /user/chat-list, for administrators. Without any of them the whole list comes back, as
 * SPEC §7 says; with one a page, and `meta.next` as `cursor` for the one after it. `q` is looked for in names.
 */
export const chatListQuery = z.object({
  page: z.coerce.number().pipe(z.literal(1)).optional().describe('The first; the others go by `cursor`.'),
  cursor: z.string().max(500).optional(),
  page_size: z.coerce.number().int().min(1).max(200).optional().describe('50 when it is not given.'),
  sort: z
    .enum(['-last_message_date', 'unread'])
    .optional()
    .describe('Newest first, or first those that are unread. Without it unanswered ones come as long as they wait.'),
  show: z.enum(chatFilters).optional(),
  q: z.string().trim().max(searchMaxLength).optional(),
  id: id.optional().describe('Keeps the conversation with one person.'),
})
export type ChatListQuery = z.infer<typeof chatListQuery>

const count = z.number().int().min(0).max(countedConversations)

/** GET /admin/conversations/counts, each at most 1000. */
export const chatCounts = z.object({ unread: count, unanswered: count, mine: count, unassigned: count, closed: count })
export type ChatCounts = z.infer<typeof chatCounts>

/** GET /admin/conversations/next: who waits longest for an answer, after the one that is open. */
export const nextUnanswered = z
  .object({ party_id: id, full_name: z.string(), party_role: z.enum(['driver', 'user']) })
  .nullable()

/**
 * POST /admin/conversations/assign: to a colleague, or to nobody. `expected` is who it was assigned to when the
 * administrator looked; 409 says that somebody else was quicker.
 */
export const assignConversation = z.object({
  party_id: id,
  assigned_to: id.nullable(),
  expected: id.nullable().optional(),
})

/** POST /admin/conversations/close; a new message of the person opens it again, and so does `is_closed: false`. */
export const closeConversation = z.object({ party_id: id, is_closed: z.boolean() })

/** GET /admin/conversations/assignees: who may answer. */
export const assignee = z.object({ _id: id, full_name: z.string() })
export type Assignee = z.infer<typeof assignee>

/** GET /admin/conversations/messages: `q` is words or their beginnings, all of which a message has. */
export const messageSearch = z.object({ q: z.string().trim().min(2).max(searchMaxLength), party_id: id.optional() })
export const foundMessage = z.object({
  _id: id,
  party_id: id,
  party_role: z.enum(['driver', 'user']),
  full_name: z.string(),
  seq: z.number().int(),
  message: z.string(),
  is_theirs: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type FoundMessage = z.infer<typeof foundMessage>
