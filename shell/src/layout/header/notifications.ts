import { useQuery } from '@tanstack/react-query'
import { logFailure, queryClient } from '@interline/shared/api'
import type { Notification } from '@interline/shared/contract'
import { listNotifications, markNotificationsRead } from '../../api.ts'

export type Notice = Partial<Notification>

const key = ['notifications']

/**
 * The notifications of this administrator; reloaded when the socket receives one, and each minute for a backend whose
 * socket does not.
 */
export function useNotifications() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => listNotifications(signal)
  // Fields that are read here draw the bell anew: its panel is drawn later, with what the bell knew then.
  const { data, error, isPending, isFetching, refetch } = useQuery({ queryKey: key, queryFn, refetchInterval: 60_000 })
  return { data, error, isPending, isFetching, refetch }
}

const knowsRead = (notices: Notice[]) => notices.some(({ read }) => typeof read === 'boolean')

/** The bell's count: the unread ones where the backend says which, else all of them (SPEC-NOTES §2). */
export const countOf = (notices: Notice[]) =>
  knowsRead(notices) ? notices.filter(({ read }) => read === false).length : notices.length

const underWay = new Set<string>()

/**
 * Marks the notifications with these ids as read, or all, on backends that keep such marks. The list may be read again
 * while it is asked: what is under way is not asked for twice.
 */
export async function markRead(given?: unknown[]): Promise<void> {
  const ids = given?.filter((id) => typeof id === 'string').filter((id) => !underWay.has(id))
  if (ids?.length === 0) return
  for (const id of ids ?? []) underWay.add(id)
  try {
    await markNotificationsRead(ids)
    const wasFetching = queryClient.isFetching({ queryKey: key }) > 0
    await queryClient.cancelQueries({ queryKey: key })
    queryClient.setQueryData<Notice[]>(key, (notices) =>
      notices?.map((notice) => (!ids || ids.some((id) => id === notice._id) ? { ...notice, read: true } : notice)),
    )
    if (wasFetching) void queryClient.invalidateQueries({ queryKey: key })
  } catch (error) {
    logFailure('Mark notifications as read', error)
  } finally {
    for (const id of ids ?? []) underWay.delete(id)
  }
}
