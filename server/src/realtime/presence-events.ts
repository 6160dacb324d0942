import type { ViewConversationAck, Viewer, WatchPresenceAck } from '@interline/shared/contract'
import { viewConversation, watchPresence } from '@interline/shared/contract/schemas'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countAttempt } from '../auth/rate-limit.ts'
import type { PresenceStore } from './presence-store.ts'
import { socketState, type ChatSocket } from './chat-socket.ts'
import { invalid, wrongRole, tooOften } from './acknowledgement.ts'
import type { Presence } from './presence.ts'
import { rooms } from './broadcast.ts'

type PresenceEventsDeps = {
  presence: Presence
  presenceStore: PresenceStore
  /** Somebody else views a conversation now, or no longer. */
  viewersChanged: (partyId: string) => void
  report: (error: unknown) => void
}

/** The events by which administrators follow people's presence and each other's view. Drivers and users get none. */
export function presenceEvents({ presence, presenceStore, viewersChanged, report }: PresenceEventsDeps) {
  // The one conversation that a socket shows.
  const stateOf = socketState(() => ({ viewed: null as string | null }))
  const perSocket = new RateLimiterMemory({ points: 40, duration: 10 })

  async function watch(socket: ChatSocket, payload: unknown): Promise<WatchPresenceAck> {
    const parsed = watchPresence.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    if (socket.data.role !== 'admin') return wrongRole
    if (await countAttempt(perSocket, socket.id)) return tooOften
    const wanted = new Set(parsed.data.partyIds)
    for (const room of [...socket.rooms]) if (rooms.isWatch(room)) void socket.leave(room)
    void socket.join([...wanted].map(rooms.watch))
    return { success: true, data: await presence.read([...wanted]) }
  }

  async function view(socket: ChatSocket, payload: unknown): Promise<ViewConversationAck> {
    const parsed = viewConversation.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    if (socket.data.role !== 'admin') return wrongRole
    if (await countAttempt(perSocket, socket.id)) return tooOften
    return { success: true, data: await move(socket, parsed.data.partyId) }
  }

  async function move(socket: ChatSocket, to: string | null) {
    const state = stateOf(socket)
    const before = state.viewed
    state.viewed = to
    const { _id, full_name } = socket.data
    if (before !== null && before !== to) void socket.leave(rooms.viewers(before))
    if (to !== null) void socket.join(rooms.viewers(to))
    if (before === to && to === null) return []
    // Another tab of theirs makes no difference to the others.
    const isAmong = (admins: Viewer[]) => admins.some((one) => one._id === _id)
    const isNew = to !== null && before !== to && !isAmong(await presenceStore.viewersOf(to))
    await presenceStore.setViewing(socket.id, to === null ? null : { partyId: to, admin: { _id, full_name } })
    if (before !== null && before !== to && !isAmong(await presenceStore.viewersOf(before))) viewersChanged(before)
    if (to === null) return []
    if (isNew) viewersChanged(to)
    return presenceStore.viewersOf(to)
  }

  return {
    watch,
    view,
    /** When a socket is gone it views nothing. */
    stopViewing(socket: ChatSocket) {
      if (socket.data.role === 'admin') move(socket, null).catch(report)
    },
  }
}
