import { lookAt, watchPresence, type LookAtAck, type OnlookersChanged, type WatchPresenceAck } from '@interline/shared/contract'
import type { Attendance } from './attendance.ts'
import type { ChatSocket } from './chat-socket.ts'
import { acknowledge, invalid, refuseRole, tooOften } from './acknowledge.ts'
import type { Presence } from './presence.ts'
import { createQuota } from './quota.ts'
import { rooms } from './rooms.ts'

type Needs = { presence: Presence; attendance: Attendance; onlookersChanged: (changed: OnlookersChanged) => void; report: (error: unknown) => void }

/** What administrators hear of people, and of each other, on one socket. Nothing here is told to drivers and users. */
export function watchWith(socket: ChatSocket, needs: Needs) {
  const mayAsk = createQuota(40, 10_000)
  const sight = createSight(socket, needs)
  socket.on('watch-presence', (payload: unknown, ack: unknown) => acknowledge(ack, watch(socket, payload, mayAsk, needs), needs.report))
  socket.on('look-at', (payload: unknown, ack: unknown) => acknowledge(ack, look(socket, payload, mayAsk, sight), needs.report))
  socket.on('disconnect', () => void sight.move(null).catch(needs.report))
}

async function watch(socket: ChatSocket, payload: unknown, mayAsk: () => boolean, { presence }: Needs): Promise<WatchPresenceAck> {
  const parsed = watchPresence.safeParse(payload)
  if (!parsed.success) return invalid(parsed.error)
  if (socket.data.role !== 'admin') return refuseRole
  if (!mayAsk()) return tooOften
  const wanted = new Set(parsed.data.partyIds)
  for (const room of [...socket.rooms]) if (rooms.isWatch(room)) void socket.leave(room)
  void socket.join([...wanted].map(rooms.watch))
  return { success: true, data: await presence.read([...wanted]) }
}

async function look(socket: ChatSocket, payload: unknown, mayAsk: () => boolean, sight: ReturnType<typeof createSight>): Promise<LookAtAck> {
  const parsed = lookAt.safeParse(payload)
  if (!parsed.success) return invalid(parsed.error)
  if (socket.data.role !== 'admin') return refuseRole
  if (!mayAsk()) return tooOften
  return { success: true, data: await sight.move(parsed.data.partyId) }
}

/** The one conversation that this socket has in sight. */
function createSight(socket: ChatSocket, { attendance, onlookersChanged }: Needs) {
  let at: string | null = null
  const { _id, full_name } = socket.data
  return {
    async move(to: string | null) {
      const before = at
      at = to
      if (before !== null && before !== to) void socket.leave(rooms.sight(before))
      if (to !== null) void socket.join(rooms.sight(to))
      if (before === to && to === null) return []
      await attendance.look(socket.id, to === null ? null : { partyId: to, admin: { _id, full_name } })
      if (before !== null && before !== to) onlookersChanged({ partyId: before, admins: await attendance.onlookersOf(before) })
      if (to === null) return []
      const admins = await attendance.onlookersOf(to)
      if (before !== to) onlookersChanged({ partyId: to, admins })
      return admins
    },
  }
}
