import type { PinnedRemote, Release } from '../../../federation/src/runtime/index.ts'

// Replaces federation/src/runtime/host.ts in the monolith: the same remotes, compiled in instead of loaded from their
// origins.
const exposes: Record<string, () => Promise<unknown>> = {
  drivers: () => import(/* webpackChunkName: "drivers" */ '../../../mfe-drivers/src/routes.tsx'),
  users: () => import(/* webpackChunkName: "users" */ '../../../mfe-users/src/routes.tsx'),
  rides: () => import(/* webpackChunkName: "rides" */ '../../../mfe-rides/src/routes.tsx'),
  chat: () => import(/* webpackChunkName: "chat" */ '../../../mfe-chat/src/routes.tsx'),
  team: () => import(/* webpackChunkName: "team" */ '../../../mfe-team/src/routes.tsx'),
}

export function registerRelease(_release: Release) {
  // One build needs to be told of none.
}

export function registerVersions(_versions: PinnedRemote[]) {
  // One build needs to be told of none.
}

export async function loadExposed<Exposed>({ descriptor: { name } }: PinnedRemote): Promise<Exposed> {
  const exposed = await exposes[name]?.()
  if (!exposed) throw new Error(`the monolith holds no ${name}`)
  return exposed as Exposed
}
