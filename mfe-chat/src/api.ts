import { queryOptions } from '@tanstack/react-query'
import { api, getRows, idOf, isApiError, postForDone } from '@interline/shared/api'
import type { Change } from '@interline/shared/api'
import type {
  Assignee,
  Booking,
  CannedReply,
  ChatCounts,
  ChatListItem,
  ChatMessage,
  FoundMessage,
  HistoryQuery,
  MarkSeen,
  SaveCannedReply,
} from '@interline/shared/contract'

/** As any backend may deliver it: each field can be missing or of another type. */
export type ChatRow = { [Field in keyof ChatListItem]?: unknown }
export type MessageRow = { [Field in keyof ChatMessage]?: unknown }
type PersonRow = { _id?: unknown; full_name?: unknown; profile_picture?: unknown }

/** Our backend knows these beyond SPEC §7, which has no parameters. */
export type ChatPageQuery = Partial<
  Record<'cursor' | 'sort' | 'show' | 'q' | 'id', string | undefined> & Record<'page' | 'page_size', number>
>

export const readChats = (query: ChatPageQuery, signal?: AbortSignal) =>
  getRows<ChatRow>('/user/chat-list', query, signal)

/** Messages, oldest first; a backend that knows no parts of a history sends all of it. */
export async function readMessages(partyId: string, part: HistoryQuery, signal?: AbortSignal): Promise<MessageRow[]> {
  const { rows } = await getRows<MessageRow>(`/user/chats/${encodeURIComponent(partyId)}`, part, signal)
  return rows.map((row) => ({ ...row, _id: idOf(row._id), sender_id: idOf(row.sender_id) }))
}

/** One driver or user; a backend that knows no `id` sends all of them. */
export async function readPerson(
  kind: 'drivers' | 'users',
  id: string,
  signal?: AbortSignal,
): Promise<PersonRow | undefined> {
  const { rows } = await getRows<PersonRow>(`/admin/${kind}`, { id }, signal)
  return rows.find((person) => idOf(person._id) === id)
}

/** Marks what the sender wrote as seen. SPEC §7 does not say what the call answers, so any answer will do. */
export const markingSeen: Change<MarkSeen> = {
  what: 'Marking a chat as seen',
  async send(seen) {
    try {
      await api.post('/user/chats/mark-seen', seen)
    } catch (error) {
      if (!(isApiError(error) && error.kind === 'not-understood' && error.status < 300)) throw error
    }
  },
  reloads: ['chats'],
}

// The rest is ours, beyond SPEC §7.

export const chatCounts = queryOptions({
  queryKey: ['chats', 'counts'],
  queryFn: async ({ signal }) => (await api.get<{ data: ChatCounts }>('/admin/conversations/counts', { signal })).data,
})

export const assignees = queryOptions({
  queryKey: ['administrators', 'assignees'],
  queryFn: async ({ signal }) => (await getRows<Assignee>('/admin/conversations/assignees', {}, signal)).rows,
})

export const foundMessages = (q: string) =>
  queryOptions({
    queryKey: ['chats', 'messages', q],
    queryFn: async ({ signal }) => (await getRows<FoundMessage>('/admin/conversations/messages', { q }, signal)).rows,
  })

type Waiting = { party_id: string; full_name: string; party_role: 'driver' | 'user' }

/** The person who waits longest for an answer, after this one; null when nobody does. */
export const readNextUnanswered = async (after: string) =>
  (await api.get<{ data: Waiting | null }>('/admin/conversations/next', { query: { after } })).data

export const assignConversation = (party_id: string, assigned_to: string | null, expected: string | null) =>
  postForDone('/admin/conversations/assign', { party_id, assigned_to, expected })

export const closeConversation = (party_id: string, is_closed: boolean) =>
  postForDone('/admin/conversations/close', { party_id, is_closed }, { anew: true })

/** Own ones and shared ones, by shortcut. Asked for again each time that they are shown: others change them. */
export const cannedReplies = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: async ({ signal }) => (await getRows<CannedReply>('/admin/canned-replies', {}, signal)).rows,
  staleTime: 0,
})

export const saveCannedReply = (reply: SaveCannedReply) => postForDone('/admin/canned-replies/save', reply)

export const deleteCannedReply = (_id: string) => postForDone('/admin/canned-replies/delete', { _id })

/** The bookings that a person made or drives, newest first. */
export const bookingsOf = (partyId: string) =>
  queryOptions({
    queryKey: ['user-rides', 'of', partyId],
    queryFn: async ({ signal }) =>
      (await getRows<Booking>('/admin/conversations/bookings', { party_id: partyId }, signal)).rows,
  })
