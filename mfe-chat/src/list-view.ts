import { useMemo } from 'react'
import type { ChatFilter } from '@interline/shared/contract'
import type { LinkProps } from '@interline/shared/router'
import { termIn, useLocation, useNavigate, useSearchParams } from '@interline/shared/router'
import { isScreen, readRouteState } from './party/route-state.ts'

/** What the list shows, as `show`, `sort` and `q`, and how that is changed. */
export type ListView = {
  params: URLSearchParams
  linkTo: (next: URLSearchParams) => Pick<LinkProps, 'to' | 'state' | 'replace' | 'preventScrollReset'>
  change: (next: URLSearchParams, options?: { replace?: boolean }) => void
}

/** The Chat List with these parameters, as the place where a conversation was opened. */
export function listAddress(params: URLSearchParams): string {
  const search = params.toString()
  return search === '' ? '/chats' : `/chats?${search}`
}

export const chatFilters: readonly ChatFilter[] = ['unanswered', 'mine', 'unassigned', 'closed']

/** What the list does not know counts as not set, as in every list. */
function understood(given: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(given)
  if (!chatFilters.some((show) => show === params.get('show'))) params.delete('show')
  if (params.has('q')) params.set('q', termIn(params))
  return params
}

/** In the address of the Chat List. */
export function useViewInAddress(): ListView {
  const [given, setParams] = useSearchParams()
  const params = useMemo(() => understood(given), [given])
  return {
    params,
    linkTo: (next) => ({ to: { search: next.toString() }, preventScrollReset: true }),
    change: (next, options) => setParams(next, { ...options, preventScrollReset: true }),
  }
}

/**
 * In the history entry of a conversation, whose address is SPEC's. The way back leads to the list as it was seen here.
 */
export function useViewBeside(partyId: string): ListView {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { from, list } = readRouteState(state, partyId)
  const params = useMemo(() => understood(new URLSearchParams(list)), [list])
  const to = { pathname, search }

  function stateWith(next: URLSearchParams): object {
    const sent = typeof state === 'object' && state !== null ? (state as object) : {}
    return { ...sent, ...(isScreen(from, '/chats') ? { from: listAddress(next) } : { list: next.toString() }) }
  }
  return {
    params,
    linkTo: (next) => ({ to, state: stateWith(next), replace: true, preventScrollReset: true }),
    change: (next) => void navigate(to, { state: stateWith(next), replace: true, preventScrollReset: true }),
  }
}
