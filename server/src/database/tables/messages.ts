import type { ColumnType, Generated } from 'kysely'
import type { Copy, Instant, Revised } from './column.ts'

/** One per person who is not an administrator: the other side is the support desk. */
export type ConversationsTable = {
  partyId: string
  lastSeq: Generated<number>
  /** When the last message was written. */
  lastAt: ColumnType<Date, Date | undefined, Date>
  /** The last message is the person's. */
  isUnanswered: Generated<boolean>
  /** While it is unanswered: when the person first wrote after our last message, or after it was closed. */
  waitingSince: ColumnType<Date, Date | undefined, Date>
  /** No administrator has seen what the person wrote last. */
  isUnread: Generated<boolean>
  assignedTo: Generated<string | null>
  closedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  closedBy: Generated<string | null>
}

/** The name of a conversation's person, to search by it. */
export type ConversationNamesTable = { partyId: Copy<string>; nameKey: Copy<string> }

export type MessagesTable = {
  _id: string
  partyId: string
  seq: number
  sender_id: string
  receiver_id: string
  message: string
  clientId: string | null
  createdAt: Instant
  delivered_at: Instant | null
  seen_at: Instant | null
}

/** A text that an administrator keeps to send again, for themselves or for all. */
export type CannedRepliesTable = Revised & {
  _id: string
  shortcut: string
  text: string
  isShared: boolean
  ownerId: string
  createdAt: Instant
}

export type NotificationsTable = {
  _id: string
  /** Their order, which the database counts. */
  seq: Generated<number>
  title: string
  body: string
  createdAt: Instant
  /** The person who did what it says; null when nobody who signs in here is known to have. */
  actorId: Generated<string | null>
  /** Its kind, and the record that it is about; null where that was not noted yet. */
  kind: Generated<string | null>
  resource: Generated<string | null>
  targetId: Generated<string | null>
  /** How many rows of a bulk change or unread messages it stands for. */
  count: Generated<number>
  /** The act on the rows of a bulk change, and by whom; null for any other. */
  several: Generated<string | null>
}

/** The records that changes were told of; `before` and `after` are JSON. */
export type NotificationRowsTable = { notificationId: string; targetId: string; before: string; after: string }

/** Up to which `seq` an administrator has read the notifications. */
export type NotificationMarksTable = {
  adminId: string
  readSeq: number
}

/** Those after that which they have read, one by one. */
export type NotificationReadsTable = { adminId: string; seq: number }
export type MutedNotificationsTable = { adminId: string; kind: string }
