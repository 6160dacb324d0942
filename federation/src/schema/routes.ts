import type { PinnedRemote, Release } from './release.ts'

/**
 * Whether a pathname is one of a route's, e.g. `/user-chat/42` of `/user-chat/:id`; a slash at the end changes nothing.
 */
export function matchesRoute(route: string, pathname: string): boolean {
  const wanted = route.split('/').filter(Boolean)
  const given = pathname.split('/').filter(Boolean)
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}

/** The remote of a release that has a screen at a pathname; undefined when none has. */
export const pinnedAt = ({ remotes }: Pick<Release, 'remotes'>, pathname: string): PinnedRemote | undefined =>
  Object.values(remotes).find(({ descriptor }) => descriptor.routes.some((route) => matchesRoute(route, pathname)))

/** Paths that the shell's origin answers itself, so that no remote can have a route there. */
export const operationPaths = [
  '/healthz',
  '/live-release',
  '/reports',
  '/policy-reports',
  '/metrics',
  '/release-history',
  '/favicon.svg',
  '/robots.txt',
  '/svg/:file',
] as const
