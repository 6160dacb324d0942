import type { Onlooker } from '@interline/shared/contract'

/** Who is connected to any node, and which conversations administrators have in sight. */
export type Attendance = {
  /** The first connection of this id to this node, and the end of the last one. */
  arrive(id: string): Promise<void>
  depart(id: string): Promise<void>
  /** Those of `ids` that are connected to any node. */
  present(ids: readonly string[]): Promise<Set<string>>
  look(socketId: string, sight: Sight | null): Promise<void>
  onlookersOf(partyId: string): Promise<Onlooker[]>
  /** This node is going: what it knew counts no more. */
  close(): Promise<void>
}

export type Sight = { partyId: string; admin: Onlooker }

/** Of one node. */
export function attendanceInMemory(): Attendance {
  const here = new Set<string>()
  const sights = new Map<string, Sight>()
  return {
    arrive: async (id) => void here.add(id),
    depart: async (id) => void here.delete(id),
    present: async (ids) => new Set(ids.filter((id) => here.has(id))),
    look: async (socketId, sight) => void (sight ? sights.set(socketId, sight) : sights.delete(socketId)),
    onlookersOf: async (partyId) => eachOnce([...sights.values()], partyId),
    close: async () => undefined,
  }
}

export function eachOnce(sights: readonly Sight[], partyId: string): Onlooker[] {
  return [...new Map(sights.filter((sight) => sight.partyId === partyId).map(({ admin }) => [admin._id, admin])).values()]
}
