import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { trimmed } from '@interline/shared/i18n'
import { getSocket, useSocketEvent } from '@interline/shared/realtime'
import { logFailure, queryClient } from '@interline/shared/api'
import { useSession } from '@interline/shared/session'
import { countTwins, mergeConversation } from './conversation.ts'
import type { Marks } from './conversation.ts'
import { indexHistory, isStored } from './history-index.ts'
import { readNewest } from './history.ts'
import type { Loaded } from './history.ts'
import { learnClientIds, reconcileOutbox, sendMessage, useOutbox } from '../outbox/outbox.ts'
import { recipientRole } from '../party/party.ts'
import type { PartyRole } from '../party/party.ts'
import { readIncoming } from './read-incoming.ts'
import type { Incoming } from './read-incoming.ts'
import { useEarlier } from './use-earlier.ts'

/** The conversation with one person: what was said, what arrives, what is being sent. */
export function useConversation(partyId: string) {
  const me = useSession(({ user }) => user?._id ?? '')
  const [incoming, setIncoming] = useState<readonly Incoming[]>([])
  const [marks, setMarks] = useState<Marks>({ delivered: 0, seen: 0 })
  const outbox = useOutbox()

  const queryKey = useMemo(() => ['conversation', partyId] as const, [partyId])
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readNewest(partyId, () => queryClient.getQueryData<Loaded>(queryKey), signal),
    refetchOnMount: 'always',
    staleTime: 0,
  })
  const { data, dataUpdatedAt, error, refetch } = query
  const earlier = useEarlier(partyId, queryKey)
  useEffect(() => {
    if (error) logFailure('Loading a conversation', error)
  }, [error])

  const history = useMemo(() => indexHistory(data?.rows ?? []), [data])
  const outgoing = useMemo(() => outbox.filter((entry) => entry.receiverId === partyId), [outbox, partyId])
  const lines = useMemo(
    () => mergeConversation({ history, incoming, outgoing, marks, me, partyId }),
    [history, incoming, outgoing, marks, me, partyId],
  )
  const latest = useRef(lines)
  const highest = useRef(0)
  useEffect(() => {
    latest.current = lines
    highest.current = Math.max(highest.current, lines.findLast(({ seq }) => seq !== null)?.seq ?? 0)
  }, [lines])

  // Messages that came after the history was read and before this connection did not reach this page.
  useEffect(() => {
    const socket = getSocket()
    const catchUp = async () => {
      if (queryClient.isFetching({ queryKey }) > 0) await refetch({ cancelRefetch: false })
      await refetch({ cancelRefetch: false })
    }
    socket.on('connect', catchUp)
    return () => void socket.off('connect', catchUp)
  }, [queryKey, refetch])

  useEffect(() => {
    if (dataUpdatedAt === 0) return
    if (history.rows.some((row) => typeof row.seq === 'number')) learnClientIds()
    reconcileOutbox(partyId, dataUpdatedAt, (entry) => isStored(history, entry))
  }, [history, dataUpdatedAt, partyId])

  useSocketEvent('receive-message', (payload) => {
    const message = readIncoming(payload, Date.now())
    if (message === null) return
    if (message.seq !== undefined) learnClientIds()
    if (message.senderId === partyId || message.receiverId === partyId) {
      const sender = message.senderId === me ? 'me' : message.senderId === partyId ? 'party' : 'colleague'
      const twins = countTwins(latest.current, sender, message.message)
      setIncoming((before) => [...before, { ...message, twins }])
      if (message.seq === undefined) return
      if (highest.current > 0 && message.seq > highest.current + 1) void refetch()
      highest.current = Math.max(highest.current, message.seq)
    } else if (message.senderId === me && message.receiverId === null) {
      // Sent from another tab. Such a backend does not say to whom: the history does.
      void refetch()
    }
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
    const last = latest.current.findLast(({ at }) => !Number.isNaN(at))?.at ?? 0
    const twins = countTwins(latest.current, 'me', message)
    sendMessage({
      senderId: me,
      receiverId: partyId,
      message,
      role: recipientRole(role),
      at: Math.max(Date.now(), last + 1),
      twins,
    })
  }

  return {
    lines,
    earlier: { ...earlier, has: data?.hasEarlier === true },
    send,
    loading: query.isPending,
    error: data === undefined ? error : null,
    stale: data !== undefined && error !== null,
    refreshing: query.isFetching,
    retry: () => void refetch(),
  }
}
