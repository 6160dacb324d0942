import type { PinnedRemote, Release } from '../../../federation/src/runtime/index.ts'

// Stands in for federation/src/runtime/host.ts in the monolith: the same remotes, compiled in instead of loaded from their origins.
const doors: Record<string, () => Promise<unknown>> = {
  drivers: () => import(/* webpackChunkName: "drivers" */ '../../../mfe-drivers/src/routes.tsx'),
  users: () => import(/* webpackChunkName: "users" */ '../../../mfe-users/src/routes.tsx'),
  rides: () => import(/* webpackChunkName: "rides" */ '../../../mfe-rides/src/routes.tsx'),
  chat: () => import(/* webpackChunkName: "chat" */ '../../../mfe-chat/src/routes.tsx'),
}

export function registerRelease(_release: Release) {
  // One build needs to be told of none.
}

export function registerVersions(_versions: PinnedRemote[]) {
  // One build needs to be told of none.
}

export async function loadDoor<Door>({ descriptor: { name } }: PinnedRemote): Promise<Door> {
  const door = await doors[name]?.()
  if (!door) throw new Error(`the monolith holds no ${name}`)
  return door as Door
}
