import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { useBackend, usePreferences, useSession } from '@interline/shared/session'
import { toInstant } from '@interline/shared/contract'
import { readChats } from './api.ts'
import type { ChatPageQuery, ChatRow } from './api.ts'
import { partyOf } from './party/party.ts'

type ChatsPage = { rows: ChatRow[]; next: string | undefined; isPaged: boolean }
type Chats = InfiniteData<ChatsPage>
export type ChatsQuery = ReturnType<typeof useChats>
export type ChatView = Pick<ChatPageQuery, 'show' | 'sort' | 'q'>

const chatsKey = ['chats', 'pages'] as const
// As the page asks for it before this code is there (`remote.json`). What one filters for has an order of its own.
const inOrder = (view: ChatView): ChatView => (view.show === undefined ? { sort: '-last_message_date', ...view } : view)

/** The chat list: in pages where the backend is ours, else all of it, newest first. */
export function useChats(view: ChatView, isEnabled = true) {
  const query = useBackend().has('conversations') ? inOrder(view) : null
  return useInfiniteQuery({
    queryKey: query ? [...chatsKey, query] : chatsKey,
    queryFn: async ({ pageParam: cursor, signal }): Promise<ChatsPage> => {
      const part =
        cursor === null ? { page: 1, page_size: usePreferences.getState().tableSize } : { cursor, page_size: 100 }
      const { rows, meta } = await readChats(query ? { ...query, ...part } : {}, signal)
      return { rows: meta ? rows : newestFirst(rows), next: meta?.next, isPaged: meta !== undefined }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: withRows,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}

/** All rows; one that moved while the pages were read stands once. */
const withRows = (chats: Chats) => ({
  ...chats,
  rows: [...new Map(chats.pages.flatMap(({ rows }) => rows).map((row) => [row?.party_id ?? row, row])).values()],
  isPaged: chats.pages[0]?.isPaged === true,
})

/** One row of the chat list; null when there is no conversation with that person. */
export function useChatRow(partyId: string, { enabled = true } = {}) {
  const hasPages = useBackend().has('conversations')
  const me = useSession(({ user }) => user?._id ?? '')
  const ours = useQuery({
    queryKey: ['chats', 'one', partyId],
    queryFn: async ({ signal }) => (await readChats({ id: partyId }, signal)).rows[0] ?? null,
    enabled: enabled && hasPages,
  })
  const all = useChats({}, enabled && !hasPages)
  if (hasPages) return { row: ours.data ?? null, isPending: ours.isPending }
  return { row: all.data?.rows.find((chat) => partyOf(chat, me) === partyId) ?? null, isPending: all.isPending }
}

const timeOf = ({ last_message_date }: ChatRow) => toInstant(last_message_date) || 0
const newestFirst = (chats: ChatRow[]) => chats.toSorted((a, b) => timeOf(b) - timeOf(a))
