import type { MessagesMarked, Notification, ReceiveMessage, RowsChanged } from '@interline/shared/contract'

/** What the server tells those who are connected, on every node. */
export type Live = {
  /** To all administrators, and to the `people` concerned. */
  rowsChanged(change: RowsChanged, people?: string[]): void
  notify(notification: Notification): void
  /** To both sides of the conversation, but not back to the socket it came from. */
  deliver(message: ReceiveMessage & { receiverId: string }, partyId: string, fromSocket?: string): void
  marked(mark: MessagesMarked): void
  /** Whether somebody on the other side of the conversation is connected now. */
  isReachable(side: 'desk' | { partyId: string }): Promise<boolean>
  endSession(tokenHash: string): void
  endSessionsOf(personId: string): void
}
