import type { AdminRole, MessagesMarked, Notification, ReceiveMessage, RowsChanged } from '@interline/shared/contract'
import type { Sockets } from './chat-socket.ts'
import { onceASecond } from './once-a-second.ts'

/** The socket.io rooms: who gets an event. */
export const rooms = {
  admins: 'desk',
  person: (id: string) => `person:${id}`,
  session: (tokenHash: string) => `session:${tokenHash}`,
  /** Administrators who follow a person's presence and typing. */
  watch: (partyId: string) => `watch:${partyId}`,
  isWatch: (room: string) => room.startsWith('watch:'),
  /** Administrators who view a conversation. */
  viewers: (partyId: string) => `sight:${partyId}`,
}

/** The id under which presence counts all administrators together. */
export const adminsId = 'desk'

export type Delivered = ReceiveMessage & { receiverId: string }

/** What the server sends to those who are connected, on every node. */
export type Broadcast = {
  /** To all administrators, and to the `people` concerned. */
  rowsChanged(change: Omit<RowsChanged, 'noun'> & { resource: RowsChanged['noun'] }, people?: string[]): void
  /** Tells administrators but `actorId`: of one that grows the first time, and then at most once a second. */
  notify(notification: Notification, actorId?: string): void
  /**
   * To both sides of the conversation, but not back to the socket it came from. The name of an administrator who wrote
   * reaches administrators alone.
   */
  deliver(message: Delivered, partyId: string, from?: { socketId?: string; name?: string | undefined }): void
  marked(mark: MessagesMarked): void
  /** Whether somebody on the other side of the conversation is connected now. */
  isReachable(side: 'support' | { partyId: string }): Promise<boolean>
  endSession(tokenHash: string): void
  endSessionsOf(personId: string): void
  roleChanged(personId: string, admin_role: AdminRole): void
  /** What the office asks of sessions has changed: those that no longer satisfy it end, or lose their sockets. */
  policyChanged(): void
}

type BroadcastDeps = {
  io: Sockets
  presence: { isPresent(id: string): Promise<boolean> }
  changes: {
    endSockets(room: string, tokenHash?: string): void
    changeRole(personId: string, admin_role: AdminRole): void
    checkAll(): void
  }
  hasOtherNodes: boolean
}

export function createBroadcast({ io, presence, changes, hasOtherNodes }: BroadcastDeps): Broadcast {
  const { adapter } = io.of('/')
  const isSomebodyIn = (room: string, otherThan?: string) => {
    const there = adapter.rooms.get(room)
    return there !== undefined && there.size > (otherThan !== undefined && there.has(otherThan) ? 1 : 0)
  }
  /** The receivers, when there are any: socket.io encodes an event before it looks for its receivers. */
  function receiversIn(inRooms: string[], otherThan?: string) {
    if (!hasOtherNodes && !inRooms.some((room) => isSomebodyIn(room, otherThan))) return undefined
    const all = io.to(inRooms)
    return otherThan === undefined ? all : all.except(otherThan)
  }
  type Told = { notification: Notification; actorId: string | undefined }
  const tell = onceASecond<Told>(
    ({ notification, actorId }) =>
      void receiversIn([rooms.admins], actorId && rooms.person(actorId))?.emit('notification', notification),
  )
  return {
    rowsChanged: (change, people = []) =>
      void receiversIn([rooms.admins, ...people.map(rooms.person)])?.emit('rows-changed', {
        noun: change.resource,
        ...change,
      }),
    notify: (notification, actorId) => tell(notification._id, { notification, actorId }),
    deliver(message, partyId, { socketId, name } = {}) {
      const person = rooms.person(partyId)
      receiversIn(name === undefined ? [rooms.admins, person] : [person], socketId)?.emit('receive-message', message)
      if (name === undefined) return
      receiversIn([rooms.admins], socketId)?.emit('receive-message', { ...message, sender_name: name })
    },
    marked: (mark) => void receiversIn([rooms.admins, rooms.person(mark.partyId)])?.emit('messages-marked', mark),
    isReachable: (side) => presence.isPresent(side === 'support' ? adminsId : side.partyId),
    endSession: (tokenHash) => changes.endSockets(rooms.session(tokenHash), tokenHash),
    endSessionsOf: (personId) => changes.endSockets(rooms.person(personId)),
    roleChanged: (personId, admin_role) => changes.changeRole(personId, admin_role),
    policyChanged: () => changes.checkAll(),
  }
}
