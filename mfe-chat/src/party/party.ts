import { idOf } from '@interline/shared/api'
import { trimmed } from '@interline/shared/contract'
import type { ChatRow } from '../api.ts'

export type PartyRole = 'driver' | 'user'

/** A name; null where it is missing or blank. */
export const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && trimmed(value) !== '' ? value : null

/** The person an administrator talks with in a row of the chat list; null when the row does not tell. */
export const partyOf = ({ party_id, sender_id, receiver_id }: ChatRow, me: string): string | null =>
  idOf(party_id) ?? idOf(idOf(sender_id) === me ? receiver_id : sender_id)

/**
 * Whether the person wrote and nobody who may answer has seen it. A backend of SPEC §7 does not count, and knows it of
 * the last message.
 */
export const isUnseen = (chat: ChatRow, me: string): boolean =>
  typeof chat.unseen_count === 'number'
    ? chat.unseen_count > 0
    : chat.last_message_is_seen === false && idOf(chat.sender_id) === partyOf(chat, me)

/** `Driver`, `driver` and so on; null for what names neither. */
export function toRole(value: unknown): PartyRole | null {
  const role = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return role === 'driver' || role === 'user' ? role : null
}

/** SPEC §6, to the letter: Driver if the party's role is User, otherwise User. */
export const recipientRole = (party: PartyRole | null): 'Driver' | 'User' => (party === 'user' ? 'Driver' : 'User')

export type RouteState = {
  name: string | null
  role: PartyRole | null
  picture: unknown
  /** Where the chat was opened, a path of ours with its query. */
  from: string
  /** The parameters of the Chat List beside the chat. */
  list: string
}

/** Facts from the screen before (SPEC §2). It is not trusted, and counts only for the person that it names. */
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
