import { toRole } from './party.ts'
import type { PartyRole } from './party.ts'

type RouteState = {
  name: string | null
  role: PartyRole | null
  picture: unknown
  /** Where the chat was opened, a path of ours with its query. */
  from: string
}

/** What the screen before sent along (SPEC §2); nothing of it is trusted, and it counts only for the person it names. */
export function readRouteState(state: unknown, partyId: string): RouteState {
  const sent: Record<string, unknown> = typeof state === 'object' && state !== null ? { ...state } : {}
  const from = typeof sent.from === 'string' && /^\/(?![/\\])/.test(sent.from) ? sent.from : '/chats'
  if (sent.user_id !== partyId) return { name: null, role: null, picture: null, from }
  const named = typeof sent.full_name === 'string' && sent.full_name.trim() !== ''
  return {
    name: named ? String(sent.full_name) : null,
    role: toRole(sent.role) ?? roleOfScreen(from),
    picture: sent.profile_picture,
    from,
  }
}

/** Only the Drivers table sends a role (SPEC §2); who was opened from Users is a user all the same. */
function roleOfScreen(from: string): PartyRole | null {
  if (isScreen(from, '/drivers')) return 'driver'
  return isScreen(from, '/users') ? 'user' : null
}

export const isScreen = (path: string, screen: string) => path === screen || path.startsWith(`${screen}?`)
