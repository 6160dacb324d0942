import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { trimmed } from '@interline/shared/contract'
import { getSocket, useSocketEvent } from '@interline/shared/realtime'
import { queryClient, useChange } from '@interline/shared/api'
import { useSession } from '@interline/shared/session'
import { toLines } from './conversation.ts'
import type { Marks } from './conversation.ts'
import {
  addMessage,
  catchUp,
  conversationKey,
  isStored,
  readEarlier,
  readIncoming,
  readNewest,
  setLoaded,
} from './history.ts'
import type { Loaded } from './history.ts'
import { reconcileOutbox, sendMessage, useOutbox } from './outbox.ts'
import { recipientRole } from '../party/party.ts'
import type { PartyRole } from '../party/party.ts'

const noRows: never[] = []

/** The conversation with one person: what was said, what arrives, what is being sent. */
export function useConversation(partyId: string) {
  const me = useSession(({ user }) => user?._id ?? '')
  const [marks, setMarks] = useState<Marks>({ delivered: 0, seen: 0 })
  const outbox = useOutbox()
  const query = useQuery({
    queryKey: conversationKey(partyId),
    queryFn: ({ signal }) => readNewest(partyId, () => loadedOf(partyId), signal),
    refetchOnMount: 'always',
    staleTime: 0,
  })
  const { data, dataUpdatedAt, refetch } = query
  const rows = data?.rows ?? noRows
  const earlier = useEarlier(partyId)
  const outgoing = useMemo(() => outbox.filter((entry) => entry.receiverId === partyId), [outbox, partyId])
  const lines = useMemo(() => toLines({ rows, outgoing, marks, me, partyId }), [rows, outgoing, marks, me, partyId])

  // Messages that came after the history was read and before this connection did not reach this page.
  useEffect(() => {
    const socket = getSocket()
    const onConnect = () => void catchUp(partyId)
    socket.on('connect', onConnect)
    return () => void socket.off('connect', onConnect)
  }, [partyId])

  useEffect(() => {
    if (dataUpdatedAt > 0) reconcileOutbox(partyId, dataUpdatedAt, (entry) => isStored(rows, entry))
  }, [rows, dataUpdatedAt, partyId])

  useSocketEvent('receive-message', (payload) => {
    const received = readIncoming(payload)
    if (received === null) return
    const { row, receiverId } = received
    if (row.sender_id === partyId || receiverId === partyId) addMessage(partyId, row)
    // Sent from another tab. Such a backend does not say to whom: the history does.
    else if (row.sender_id === me && receiverId === null) void refetch()
  })
  useSocketEvent('messages-marked', (marked) => {
    if (marked.partyId !== partyId || marked.by !== partyId) return
    setMarks((before) => ({
      delivered: Math.max(before.delivered, marked.seq),
      seen: marked.state === 'seen' ? Math.max(before.seen, marked.seq) : before.seen,
    }))
  })

  function send(text: string, role: PartyRole | null): void {
    const message = trimmed(text)
    if (message === '') return
    const last = lines.findLast(({ at }) => !Number.isNaN(at))?.at ?? 0
    sendMessage({
      senderId: me,
      receiverId: partyId,
      message,
      role: recipientRole(role),
      at: Math.max(Date.now(), last + 1),
      twins: lines.filter((line) => line.sender === 'me' && line.text === message).length,
    })
  }

  return { lines, query, earlier: { ...earlier, has: data?.hasEarlier === true }, send }
}

const loadedOf = (partyId: string) => queryClient.getQueryData<Loaded>(conversationKey(partyId))

export type Earlier = { state: 'idle' | 'loading' | 'failed'; load: () => unknown }

/** Loads the page before the first message that is known, one at a time. */
function useEarlier(partyId: string): Earlier {
  const { make, isPending, error } = useChange({
    what: 'Loading earlier messages',
    send: () => readEarlier(partyId, () => loadedOf(partyId)),
    onMade: (loaded) => loaded && setLoaded(partyId, loaded),
  })
  return {
    state: isPending ? 'loading' : error === null ? 'idle' : 'failed',
    load: () => loadedOf(partyId)?.hasEarlier === true && make(),
  }
}
