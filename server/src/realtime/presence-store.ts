import type { Viewer } from '@interline/shared/contract'

/** The people who are connected to any node, and the conversations that administrators view. */
export type PresenceStore = {
  /** The first connection of this id to this node, and the end of the last one. */
  connect(id: string): Promise<void>
  disconnect(id: string): Promise<void>
  /** Those of `ids` that are connected to any node. */
  onlineAmong(ids: readonly string[]): Promise<Set<string>>
  setViewing(socketId: string, viewing: Viewing | null): Promise<void>
  viewersOf(partyId: string): Promise<Viewer[]>
  /** This node ends: what it stored counts no more. */
  close(): Promise<void>
}

export type Viewing = { partyId: string; admin: Viewer }

/** For a server of one node. */
export function presenceStoreInMemory(): PresenceStore {
  const here = new Set<string>()
  const viewings = new Map<string, Viewing>()
  return {
    connect: async (id) => void here.add(id),
    disconnect: async (id) => void here.delete(id),
    onlineAmong: async (ids) => new Set(ids.filter((id) => here.has(id))),
    setViewing: async (socketId, viewing) =>
      void (viewing ? viewings.set(socketId, viewing) : viewings.delete(socketId)),
    viewersOf: async (partyId) => eachOnce([...viewings.values()], partyId),
    close: async () => undefined,
  }
}

export function eachOnce(viewings: readonly Viewing[], partyId: string): Viewer[] {
  return [
    ...new Map(
      viewings.filter((viewing) => viewing.partyId === partyId).map(({ admin }) => [admin._id, admin]),
    ).values(),
  ]
}
