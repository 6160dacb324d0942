import { createContext, use, useCallback } from 'react'
import { pinnedAt, type Release } from '@interline/federation/runtime'
import { matchPath } from '@interline/shared/router'
import shellPaths from '../../routes.json' with { type: 'json' }

/** The release of the page. Without one every address counts as one that has a screen. */
export const ReleaseContext = createContext<Release | null>(null)

/** Whether the release has a screen at an address: to one that it lacks nothing links. */
export function useHasScreen(): (to: string) => boolean {
  const release = use(ReleaseContext)
  return useCallback(
    (to) => {
      const { pathname } = new URL(to, window.location.origin)
      return (
        release === null ||
        pinnedAt(release, pathname) !== undefined ||
        shellPaths.some((path) => matchPath(path, pathname) !== null)
      )
    },
    [release],
  )
}
