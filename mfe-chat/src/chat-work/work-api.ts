import { queryOptions } from '@tanstack/react-query'
import { api, getRows, postForDone } from '@interline/shared/api'
import type { Assignee, ChatCounts, FoundMessage } from '@interline/shared/contract'

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

/** Who waits longest for an answer, after this one; null when nobody does. */
export const readNextUnanswered = async (after: string) =>
  (await api.get<{ data: Waiting | null }>('/admin/conversations/next', { query: { after } })).data

export const assignConversation = (party_id: string, assigned_to: string | null, expected: string | null) =>
  postForDone('/admin/conversations/assign', { party_id, assigned_to, expected })

export const closeConversation = (party_id: string, is_closed: boolean) =>
  postForDone('/admin/conversations/close', { party_id, is_closed }, { anew: true })
