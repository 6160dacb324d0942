import type { ReactNode } from 'react'
import { idOf } from '../../api/record-fields.ts'
import { Link } from '../../router/index.ts'
import { usePermitted } from '../../session/session.ts'

const screens = { driver: '/drivers', user: '/users', booking: '/user-rides', chat: '/user-chat' }

export type RecordOf = { kind: Exclude<keyof typeof screens, 'chat'>; id: unknown }

/** The address of the page of one person or one booking, or of the conversation with a person. */
export const recordAddress = (kind: keyof typeof screens, id: string) => `${screens[kind]}/${encodeURIComponent(id)}`

/** The address of the list that a record stands in. */
export const listAddress = (kind: RecordOf['kind']) => screens[kind]

/** The person to chat with, as the chat takes them in its route state (SPEC §2, Chat screen). */
export type ChatParty = {
  user_id: string
  full_name: unknown
  role?: unknown
  profile_picture?: unknown
  /** The way back. */
  from?: string
  /** The parameters of the Chat List beside the conversation. */
  list?: string
}

/** The way to the conversation with a person: the address, and what is known of them. */
export const chatWith = (party: ChatParty) => ({ to: recordAddress('chat', party.user_id), state: party })

/**
 * A name as the way to the page of whom or what it names; the name alone for who may not open such pages, where the
 * backend has none, and without an id.
 */
export function RecordLink({ kind, id, title, children }: RecordOf & { title?: string; children: ReactNode }) {
  const isPermitted = usePermitted('records:read')
  const key = idOf(id)
  if (!isPermitted || key === null) return <span translate="no">{children}</span>
  return (
    <Link className="il-record-link" to={recordAddress(kind, key)} title={title} translate="no">
      {children}
    </Link>
  )
}
