import type { FastifyBaseLogger } from 'fastify'
import type { Presence as PresenceOnWire } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { Caller } from '../repositories/sessions.ts'
import { within } from '../within.ts'
import { noteLastSeen, readLastSeen } from '../repositories/last-seen.ts'
import type { Attendance } from './attendance.ts'

/** Who connects and leaves, on this node's sockets; whoever watches a person is told. */
export type Presence = ReturnType<typeof createPresence>

type Needs = {
  db: Database
  attendance: Attendance
  announce: (presence: PresenceOnWire) => void
  log: FastifyBaseLogger
  /** How long somebody may be gone, as in a reload, before it is told. */
  graceMs?: number
}

export const desk = 'desk'
/** A message is stored without knowing whether the other side is there rather than later than that. */
const patience = 1000

export function createPresence({ db, attendance, announce, log, graceMs = 4000 }: Needs) {
  const sockets = new Map<string, Set<string>>()
  const leaving = new Map<string, { timer: NodeJS.Timeout; at: Date }>()
  let isClosing = false
  const idOf = ({ _id, role }: Caller) => (role === 'admin' ? desk : _id)
  const report = (error: unknown) => log.error({ err: error }, 'presence')

  async function tellGone(ids: readonly string[], at: Date) {
    const back = await attendance.present(ids)
    const gone = ids.filter((id) => !back.has(id) && id !== desk)
    await noteLastSeen(db, gone, at)
    for (const partyId of gone) announce({ partyId, isOnline: false, lastSeenAt: at.toISOString() })
    // Who came back to another node meanwhile was announced before this, and is so again.
    tellBack([...(await attendance.present(gone))])
  }

  function tellBack(ids: readonly string[]) {
    for (const partyId of ids) if (partyId !== desk) announce({ partyId, isOnline: true, lastSeenAt: null })
  }

  return {
    async come(caller: Caller, socketId: string): Promise<void> {
      const id = idOf(caller)
      const own = sockets.get(id)
      if (own) return void own.add(socketId)
      sockets.set(id, new Set([socketId]))
      clearTimeout(leaving.get(id)?.timer)
      leaving.delete(id)
      await attendance.arrive(id)
      tellBack([id])
    },
    go(caller: Caller, socketId: string): void {
      const id = idOf(caller)
      const own = sockets.get(id)
      if (isClosing || !own?.delete(socketId) || own.size > 0) return
      sockets.delete(id)
      attendance.depart(id).catch(report)
      if (id === desk) return
      const at = new Date()
      const timer = setTimeout(() => {
        leaving.delete(id)
        tellGone([id], at).catch(report)
      }, graceMs)
      leaving.set(id, { timer, at })
    },
    /** A driver's or user's id, or `desk` for any administrator. */
    async isPresent(id: string): Promise<boolean> {
      if (sockets.has(id)) return true
      return within(patience, attendance.present([id])).then((found) => found.has(id), (error: unknown) => {
        report(error)
        return false
      })
    },
    async read(partyIds: readonly string[]): Promise<PresenceOnWire[]> {
      const [online, seen] = await Promise.all([attendance.present(partyIds), readLastSeen(db, partyIds)])
      return partyIds.map((partyId) => {
        const isOnline = online.has(partyId)
        return { partyId, isOnline, lastSeenAt: isOnline ? null : (seen.get(partyId)?.toISOString() ?? null) }
      })
    },
    tellGone,
    tellBack,
    async close(): Promise<void> {
      isClosing = true
      for (const { timer } of leaving.values()) clearTimeout(timer)
      const now = new Date()
      await noteLastSeen(db, [...sockets.keys()].filter((id) => id !== desk), now).catch(report)
      await Promise.all([...leaving].map(([id, { at }]) => noteLastSeen(db, [id], at).catch(report)))
      await attendance.close()
    },
  }
}
