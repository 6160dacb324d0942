import { useMemo } from 'react'
import { chatFilters } from '@interline/shared/contract'
import type { LinkProps } from '@interline/shared/router'
import { termIn, useLocation, useNavigate } from '@interline/shared/router'
import { isScreen, readRouteState } from '../party/party.ts'

type Parameter = 'show' | 'sort' | 'q'

/** The view of the list, as `show`, `sort` and `q`, and the way to change one of them; '' takes it away. */
export type ListView = {
  params: URLSearchParams
  linkTo: (name: Parameter, value: string) => Pick<LinkProps, 'to' | 'state' | 'replace' | 'preventScrollReset'>
  change: (name: Parameter, value: string, options?: { replace?: boolean }) => void
}

/** The Chat List with these parameters, as the place where a conversation was opened. */
export function listAddress(params: URLSearchParams): string {
  const search = params.toString()
  return search === '' ? '/chats' : `/chats?${search}`
}

/** A value that the list does not know counts as not set, as in every list. */
function understood(params: URLSearchParams): URLSearchParams {
  if (!chatFilters.some((show) => show === params.get('show'))) params.delete('show')
  if (params.has('q')) params.set('q', termIn(params))
  return params
}

/**
 * The view of the Chat List stands in the address. Beside a conversation, whose address is SPEC's, it stands in the
 * history entry, and the way back leads to the list as it was seen here.
 */
export function useListView(partyId?: string): ListView {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { from, list } = readRouteState(state, partyId ?? '')
  const isBeside = partyId !== undefined
  const given = isBeside ? list : search
  const params = useMemo(() => understood(new URLSearchParams(given)), [given])

  function linkTo(name: Parameter, value: string) {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    if (!isBeside) return { to: { pathname, search: next.toString() }, preventScrollReset: true }
    const sent: object = typeof state === 'object' && state !== null ? state : {}
    const seen = isScreen(from, '/chats') ? { from: listAddress(next) } : { list: next.toString() }
    return { to: { pathname, search }, state: { ...sent, ...seen }, replace: true, preventScrollReset: true }
  }
  return {
    params,
    linkTo,
    change(name, value, options) {
      const { to, ...how } = linkTo(name, value)
      void navigate(to, { ...how, ...options })
    },
  }
}
