import { useEffect } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { logFailure, queryClient } from '@interline/shared/api'
import { usePermitted, usePreferences, useSession } from '@interline/shared/session'
import { toInstant } from '@interline/shared/time'
import { readChats } from './api.ts'
import type { ChatPageQuery, ChatRow } from './api.ts'
import { partyOf } from './party/party.ts'

/** `next` leads to more of them; `loads` counts how often more were loaded. */
export type Chats = { rows: ChatRow[]; next?: string | undefined; isPaged: boolean; loads: number }
export type ChatView = Pick<ChatPageQuery, 'show' | 'sort' | 'q'>

export const chatsKey = ['chats', 'pages'] as const
// As the page asks for it before this code is there (`remote.json`). What one filters for has an order of its own.
const inOrder = (view: ChatView): ChatView => (view.show === undefined ? { sort: '-last_message_date', ...view } : view)
const viewKey = ({ show, sort, q }: ChatView, isOurs: boolean) =>
  isOurs ? ([...chatsKey, show ?? '', sort ?? '', q ?? ''] as const) : chatsKey

/** The chat list: in pages where the backend is ours, else all of it, newest first. */
export function useChats(view: ChatView = {}) {
  const isOurs = usePermitted('records:read')
  const queryKey = viewKey(view, isOurs)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      isOurs ? readLoaded(view, queryClient.getQueryData<Chats>(queryKey), signal) : readAll(signal),
    placeholderData: keepPreviousData,
  })
  const { error } = query
  useEffect(() => {
    if (error) logFailure('Loading the chat list', error)
  }, [error])
  return query
}

/** One row of the chat list; null when there is no conversation with that person. */
export function useChatRow(partyId: string, { enabled = true } = {}) {
  const isOurs = usePermitted('records:read')
  const me = useSession(({ user }) => user?._id ?? '')
  const ours = useQuery({
    queryKey: ['chats', 'one', partyId],
    queryFn: async ({ signal }) => (await readChats({ id: partyId }, signal)).rows[0] ?? null,
    enabled: enabled && isOurs,
  })
  const all = useQuery({ queryKey: chatsKey, queryFn: ({ signal }) => readAll(signal), enabled: enabled && !isOurs })
  const { error } = isOurs ? ours : all
  useEffect(() => {
    if (error) logFailure('Loading the chat list', error)
  }, [error])
  if (isOurs) return { row: ours.data ?? null, isPending: ours.isPending }
  return { row: all.data?.rows.find((chat) => partyOf(chat, me) === partyId) ?? null, isPending: all.isPending }
}

async function readAll(signal: AbortSignal): Promise<Chats> {
  const { rows } = await readChats({}, signal)
  return { rows: newestFirst(rows), isPaged: false, loads: 0 }
}

const biggestPage = 200

/** As much of the list as is shown, so that what was scrolled to stays when it is read again. */
async function readLoaded(view: ChatView, before: Chats | undefined, signal: AbortSignal): Promise<Chats> {
  const first = usePreferences.getState().tableSize
  const shown = before?.rows.length ?? 0
  const size = Math.min(Math.max(first, shown), biggestPage)
  let page = await readChats({ ...inOrder(view), page: 1, page_size: size }, signal)
  // An earlier version of our backend knows no pages.
  if (!page.meta) return { rows: newestFirst(page.rows), isPaged: false, loads: 0 }
  const rows = [...page.rows]
  while (rows.length < shown && page.meta?.next) {
    page = await readChats({ ...inOrder(view), cursor: page.meta.next, page_size: biggestPage }, signal)
    rows.push(...page.rows)
  }
  return { rows, next: page.meta?.next, isPaged: true, loads: before?.loads ?? 0 }
}

/** Adds the rows after those that are loaded. */
export async function loadMoreChats(view: ChatView): Promise<void> {
  const queryKey = viewKey(view, true)
  const next = queryClient.getQueryData<Chats>(queryKey)?.next
  if (next === undefined) return
  const page = await readChats({ ...inOrder(view), cursor: next, page_size: 100 })
  queryClient.setQueryData<Chats>(queryKey, (now) => {
    if (now?.next !== next) return now
    const known = new Set(now.rows.map(({ party_id }) => party_id))
    const rows = [...now.rows, ...page.rows.filter(({ party_id }) => !known.has(party_id))]
    return { ...now, rows, next: page.meta?.next, loads: now.loads + 1 }
  })
}

const timeOf = ({ last_message_date }: ChatRow) => toInstant(last_message_date) || 0
const newestFirst = (chats: ChatRow[]) => chats.toSorted((a, b) => timeOf(b) - timeOf(a))
