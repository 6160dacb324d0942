import type { AdminRole, MessagesMarked, Notification, ReceiveMessage, RowsChanged } from '@interline/shared/contract'
import type { Sockets } from './chat-socket.ts'

/** The socket.io rooms: who gets an event. */
export const rooms = {
  admins: 'admins',
  person: (id: string) => `person:${id}`,
  session: (tokenHash: string) => `session:${tokenHash}`,
  /** Administrators who watch a person's presence and typing. */
  watch: (partyId: string) => `watch:${partyId}`,
  isWatch: (room: string) => room.startsWith('watch:'),
  /** Administrators who view a conversation. */
  viewers: (partyId: string) => `viewers:${partyId}`,
}

/** The id under which presence counts all administrators together. */
export const adminsId = 'admins'

export type Delivered = ReceiveMessage & { receiverId: string }

/** All that the server sends to those who are connected, on every node. */
export type Broadcast = ReturnType<typeof createBroadcast>

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

export function createBroadcast({ io, presence, changes, hasOtherNodes }: BroadcastDeps) {
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
    /** To all administrators, and to the `people` concerned. */
    rowsChanged(change: Omit<RowsChanged, 'noun'> & { resource: RowsChanged['noun'] }, people: string[] = []) {
      const all = receiversIn([rooms.admins, ...people.map(rooms.person)])
      all?.emit('rows-changed', { noun: change.resource, ...change })
    },
    /** Tells administrators but `actorId`: of one that grows the first time, and then at most once a second. */
    notify: (notification: Notification, actorId?: string) => tell(notification._id, { notification, actorId }),
    /**
     * To both sides of the conversation, but not back to the socket it came from. The name of an administrator who
     * wrote reaches administrators alone.
     */
    deliver(
      message: Delivered,
      partyId: string,
      { socketId, name }: { socketId?: string; name?: string | undefined } = {},
    ) {
      const person = rooms.person(partyId)
      receiversIn(name === undefined ? [rooms.admins, person] : [person], socketId)?.emit('receive-message', message)
      if (name === undefined) return
      receiversIn([rooms.admins], socketId)?.emit('receive-message', { ...message, sender_name: name })
    },
    marked(mark: MessagesMarked) {
      receiversIn([rooms.admins, rooms.person(mark.partyId)])?.emit('messages-marked', mark)
    },
    /** Whether somebody on the other side of the conversation is connected now. */
    isReachable: (side: 'support' | { partyId: string }) =>
      presence.isPresent(side === 'support' ? adminsId : side.partyId),
    endSession: (tokenHash: string) => changes.endSockets(rooms.session(tokenHash), tokenHash),
    endSessionsOf: (personId: string) => changes.endSockets(rooms.person(personId)),
    roleChanged: changes.changeRole,
    /** The policy of sessions has changed: those that no longer satisfy it end, or lose their sockets. */
    policyChanged: changes.checkAll,
  }
}

const milliseconds = 1000

/** Sends the first of a key at once, and of those that follow within a second the last one at its end. */
export function onceASecond<Value>(send: (value: Value) => void) {
  const lately = new Map<string, { last?: Value }>()
  return function take(key: string, value: Value): void {
    const told = lately.get(key)
    if (told) return void (told.last = value)
    send(value)
    const first: { last?: Value } = {}
    lately.set(key, first)
    setTimeout(() => {
      lately.delete(key)
      if (first.last !== undefined) take(key, first.last)
    }, milliseconds).unref()
  }
}
