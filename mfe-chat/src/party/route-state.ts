import { nameOf, toRole } from './party.ts'
import type { PartyRole } from './party.ts'

type RouteState = {
  name: string | null
  role: PartyRole | null
  picture: unknown
  /** Where the chat was opened, a path of ours with its query. */
  from: string
  /** The parameters of the Chat List beside the chat. */
  list: string
}

/** What the screen before sent along (SPEC §2). It is not trusted, and counts only for the person that it names. */
export function readRouteState(state: unknown, partyId: string): RouteState {
  const sent: Record<string, unknown> = typeof state === 'object' && state !== null ? { ...state } : {}
  const from = typeof sent.from === 'string' && /^\/(?![/\\])/.test(sent.from) ? sent.from : '/chats'
  const list = typeof sent.list === 'string' ? sent.list : isScreen(from, '/chats') ? from.slice('/chats'.length) : ''
  if (sent.user_id !== partyId) return { name: null, role: null, picture: null, from, list }
  return {
    name: nameOf(sent.full_name),
    role: toRole(sent.role) ?? roleOfScreen(from),
    picture: sent.profile_picture,
    from,
    list,
  }
}

/** Only the Drivers table sends a role (SPEC §2). Who was opened from Users is a user. */
function roleOfScreen(from: string): PartyRole | null {
  if (isScreen(from, '/drivers')) return 'driver'
  return isScreen(from, '/users') ? 'user' : null
}

export const isScreen = (path: string, screen: string) => path === screen || path.startsWith(`${screen}?`)

/** The page of one person or booking. */
export const isRecord = (path: string) => /^\/(drivers|users|user-rides)\/./.test(path)
