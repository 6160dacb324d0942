import { idOf } from '@interline/shared/api'
import { trimmed } from '@interline/shared/i18n'
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
