import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@interline/shared/router'
import { readPerson } from '../api.ts'
import { nameOf, readRouteState, toRole } from './party.ts'
import type { RouteState } from './party.ts'
import { useChatRow } from '../use-chats.ts'

export type Party = RouteState & { id: string; loading: boolean }

/**
 * The chat's person: route state is the fast path, then the chat list, then the person's own record (SPEC-NOTES §2).
 */
export function useParty(id: string): Party {
  const sent = readRouteState(useLocation().state, id)
  const complete = sent.name !== null && sent.role !== null
  const { row: listed, isPending } = useChatRow(id, { enabled: !complete })
  const listedName = nameOf(listed?.full_name)
  const listedRole = toRole(listed?.party_role)
  const known = (sent.name ?? listedName) !== null && (sent.role ?? listedRole) !== null
  const record = useQuery({
    queryKey: ['people', id],
    queryFn: ({ signal }) => findPerson(id, signal),
    enabled: !known && !isPending,
  })

  return {
    ...sent,
    id,
    name: sent.name ?? listedName ?? nameOf(record.data?.person.full_name),
    role: sent.role ?? listedRole ?? record.data?.role ?? null,
    picture: sent.picture ?? listed?.profile_picture ?? record.data?.person.profile_picture,
    loading: !known && (isPending || record.isPending),
  }
}

async function findPerson(id: string, signal: AbortSignal) {
  const driver = await readPerson('drivers', id, signal)
  if (driver) return { person: driver, role: 'driver' as const }
  const user = await readPerson('users', id, signal)
  return user ? { person: user, role: 'user' as const } : null
}
