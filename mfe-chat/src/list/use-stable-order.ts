import { useMemo, useState } from 'react'
import { useReconciledRows } from '@interline/shared/realtime'
import type { Latest, RowIdentity } from '@interline/shared/realtime'
import type { ChatRow } from '../api.ts'
import type { ChatsQuery } from '../use-chats.ts'
import { partyOf } from '../party/party.ts'

/**
 * The chats in the order in which they came when the list was opened: a new message shows in its row, and a row moves
 * up only when the reader wants it.
 */
export function useSteadyChats({ data, isFetching, isPlaceholderData }: ChatsQuery, me: string, shown: string) {
  const queryHash = `${me} ${shown} ${data?.pages.length ?? 0}`
  const [arrived, setArrived] = useState<string | null>(null)
  const arriving = arrived !== queryHash
  if (arriving && data && !isFetching && !isPlaceholderData) setArrived(queryHash)
  const identity = useMemo<RowIdentity<ChatRow, null>>(() => {
    const idOf = (chat: ChatRow) => partyOf(chat, me)
    return { idOf, pendingOf: (shown, _, { rows }) => pendingOf(shown.map(idOf), rows.map(idOf)) }
  }, [me])
  const latest = useMemo<Latest<ChatRow, null> | null>(
    () => (data ? { queryHash, rows: data.rows, facts: null, cause: arriving ? 'requested' : 'live' } : null),
    [data, queryHash, arriving],
  )
  return useReconciledRows(latest, identity)
}

/** How many chats moved to the top, when the others are those on screen in their order. */
function pendingOf(
  shown: readonly (string | null)[],
  now: readonly (string | null)[],
): ReturnType<RowIdentity<ChatRow, null>['pendingOf']> {
  const risen = new Set<string | null>()
  for (const id of now) {
    risen.add(id)
    const others = shown.filter((known) => !risen.has(known))
    if (others.every((known, at) => known === now[risen.size + at]))
      return { kind: 'new', count: [...risen].filter((known, at) => known !== shown[at]).length }
  }
  return { kind: 'moved', count: 0 }
}
