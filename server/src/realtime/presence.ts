import type { FastifyBaseLogger } from 'fastify'
import type { Presence as PresenceJson } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { Caller } from '../repositories/accounts/sessions.ts'
import { within } from '../time/within.ts'
import { noteLastSeen, readLastSeen } from '../repositories/accounts/last-seen.ts'
import { adminsId } from './broadcast.ts'
import type { PresenceStore } from './presence-store.ts'

/** Follows who connects and leaves on this node's sockets, and announces it to whoever watches that person. */
export type Presence = ReturnType<typeof createPresence>

type PresenceDeps = {
  db: Database
  presenceStore: PresenceStore
  announce: (presence: PresenceJson) => void
  log: FastifyBaseLogger
  hasOtherNodes: boolean
  /** How long somebody may be gone, as during a reload, before it is announced. */
  graceMs?: number
}

/** A message does not wait longer than this to know whether the other side is connected. */
const presenceTimeoutMs = 1000

export function createPresence({ db, presenceStore, announce, log, hasOtherNodes, graceMs = 4000 }: PresenceDeps) {
  const sockets = new Map<string, Set<string>>()
  const leaving = new Map<string, { timer: NodeJS.Timeout; at: Date }>()
  let isClosing = false
  const idOf = ({ _id, role }: Caller) => (role === 'admin' ? adminsId : _id)
  const report = (error: unknown) => log.error({ err: error }, 'presence')

  async function announceGone(ids: readonly string[], at: Date) {
    const back = await presenceStore.onlineAmong(ids)
    const gone = ids.filter((id) => !back.has(id) && id !== adminsId)
    await noteLastSeen(db, gone, at)
    for (const partyId of gone) announce({ partyId, isOnline: false, lastSeenAt: at.toISOString() })
    // A person who came back on another node meanwhile was announced as online before this, and must be again.
    announceOnline([...(await presenceStore.onlineAmong(gone))])
  }

  function announceOnline(ids: readonly string[]) {
    for (const partyId of ids) if (partyId !== adminsId) announce({ partyId, isOnline: true, lastSeenAt: null })
  }

  return {
    async join(caller: Caller, socketId: string): Promise<void> {
      const id = idOf(caller)
      const own = sockets.get(id)
      if (own) return void own.add(socketId)
      sockets.set(id, new Set([socketId]))
      // A person who is back before anybody heard that they left is not announced.
      const wasHere = leaving.get(id)
      clearTimeout(wasHere?.timer)
      leaving.delete(id)
      await presenceStore.connect(id)
      if (!wasHere) announceOnline([id])
    },
    leave(caller: Caller, socketId: string): void {
      const id = idOf(caller)
      const own = sockets.get(id)
      if (isClosing || !own?.delete(socketId) || own.size > 0) return
      sockets.delete(id)
      presenceStore.disconnect(id).catch(report)
      if (id === adminsId) return
      const at = new Date()
      const timer = setTimeout(() => {
        leaving.delete(id)
        announceGone([id], at).catch(report)
      }, graceMs)
      leaving.set(id, { timer, at })
    },
    /** Whether a driver or user is connected; with `adminsId` whether any administrator is. */
    async isPresent(id: string): Promise<boolean> {
      if (sockets.has(id)) return true
      if (!hasOtherNodes) return false
      return within(presenceTimeoutMs, presenceStore.onlineAmong([id])).then(
        (found) => found.has(id),
        (error: unknown) => {
          report(error)
          return false
        },
      )
    },
    async read(partyIds: readonly string[]): Promise<PresenceJson[]> {
      const [online, seen] = await Promise.all([presenceStore.onlineAmong(partyIds), readLastSeen(db, partyIds)])
      return partyIds.map((partyId) => {
        const isOnline = online.has(partyId)
        return { partyId, isOnline, lastSeenAt: isOnline ? null : (seen.get(partyId)?.toISOString() ?? null) }
      })
    },
    announceGone,
    announceOnline,
    async close(): Promise<void> {
      isClosing = true
      for (const { timer } of leaving.values()) clearTimeout(timer)
      const here = [...sockets.keys()].filter((id) => id !== adminsId)
      await noteLastSeen(db, here, new Date()).catch(report)
      await Promise.all([...leaving].map(([id, { at }]) => noteLastSeen(db, [id], at).catch(report)))
      await presenceStore.close()
    },
  }
}
