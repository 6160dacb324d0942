import { lookAt, watchPresence, type LookAtAck, type OnlookersChanged, type WatchPresenceAck } from '@interline/shared/contract'
import type { Attendance } from './attendance.ts'
import { ownStates, type ChatSocket } from './chat-socket.ts'
import { acknowledge, invalid, refuseRole, tooOften } from './acknowledge.ts'
import type { Presence } from './presence.ts'
import { createQuota } from './quota.ts'
import { rooms } from './rooms.ts'

type Needs = { presence: Presence; attendance: Attendance; onlookersChanged: (changed: OnlookersChanged) => void; report: (error: unknown) => void }

/** What administrators hear of people, and of each other. Nothing here is told to drivers and users. For all sockets alike. */
export function presenceEvents({ presence, attendance, onlookersChanged, report }: Needs) {
  // The one conversation that a socket has in sight.
  const stateOf = ownStates(() => ({ mayAsk: createQuota(40, 10_000), sight: null as string | null }))

  async function watch(socket: ChatSocket, payload: unknown): Promise<WatchPresenceAck> {
    const parsed = watchPresence.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    if (socket.data.role !== 'admin') return refuseRole
    if (!stateOf(socket).mayAsk()) return tooOften
    const wanted = new Set(parsed.data.partyIds)
    for (const room of [...socket.rooms]) if (rooms.isWatch(room)) void socket.leave(room)
    void socket.join([...wanted].map(rooms.watch))
    return { success: true, data: await presence.read([...wanted]) }
  }

  async function look(socket: ChatSocket, payload: unknown): Promise<LookAtAck> {
    const parsed = lookAt.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    if (socket.data.role !== 'admin') return refuseRole
    if (!stateOf(socket).mayAsk()) return tooOften
    return { success: true, data: await move(socket, parsed.data.partyId) }
  }

  async function move(socket: ChatSocket, to: string | null) {
    const state = stateOf(socket)
    const before = state.sight
    state.sight = to
    const { _id, full_name } = socket.data
    if (before !== null && before !== to) void socket.leave(rooms.sight(before))
    if (to !== null) void socket.join(rooms.sight(to))
    if (before === to && to === null) return []
    await attendance.look(socket.id, to === null ? null : { partyId: to, admin: { _id, full_name } })
    if (before !== null && before !== to) onlookersChanged({ partyId: before, admins: await attendance.onlookersOf(before) })
    if (to === null) return []
    const admins = await attendance.onlookersOf(to)
    if (before !== to) onlookersChanged({ partyId: to, admins })
    return admins
  }

  return {
    watchPresence(this: ChatSocket, payload: unknown, ack: unknown) {
      acknowledge(ack, watch(this, payload), report)
    },
    lookAt(this: ChatSocket, payload: unknown, ack: unknown) {
      acknowledge(ack, look(this, payload), report)
    },
    /** For when a socket is gone: it has nothing in sight. */
    lookAway(socket: ChatSocket) {
      if (socket.data.role === 'admin') move(socket, null).catch(report)
    },
  }
}
