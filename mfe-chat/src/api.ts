import { api, getRows, idOf, isApiError } from '@interline/shared/api'
import type { ChatListItem, ChatMessage, HistoryQuery, MarkSeen } from '@interline/shared/contract'

/** As any backend may deliver it: each field can be missing or of another type. */
export type ChatRow = { [Field in keyof ChatListItem]?: unknown }
export type MessageRow = { [Field in keyof ChatMessage]?: unknown }
type PersonRow = { _id?: unknown; full_name?: unknown; profile_picture?: unknown }

/** What our backend knows beyond SPEC §7, which has no parameters. */
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

/** Marks what `partyId` wrote to `me` as seen. What the call answers is not part of SPEC §7, so any answer will do. */
export async function markSeen(partyId: string, me: string): Promise<void> {
  const payload: MarkSeen = { sender_id: partyId, receiver_id: me }
  try {
    await api.post('/user/chats/mark-seen', payload)
  } catch (error) {
    if (!(isApiError(error) && error.kind === 'not-understood' && error.status < 300)) throw error
  }
}
