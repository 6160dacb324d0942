import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { logFailure } from '@interline/shared/api'
import { toInstant } from '@interline/shared/time'
import { readChats } from './api.ts'
import type { ChatRow } from './api.ts'

export const chatsKey = ['chats', 'list'] as const

/** The chat list, newest first. */
export function useChats({ enabled = true } = {}) {
  const query = useQuery({
    queryKey: chatsKey,
    queryFn: ({ signal }) => readChats(signal),
    enabled,
    select: newestFirst,
  })
  const { error } = query
  useEffect(() => {
    if (error) logFailure('Loading the chat list', error)
  }, [error])
  return query
}

const timeOf = ({ last_message_date }: ChatRow) => toInstant(last_message_date) || 0
const newestFirst = (chats: ChatRow[]) => chats.toSorted((a, b) => timeOf(b) - timeOf(a))
