import { useCallback, useMemo, useState } from 'react'
import { useSession } from '@interline/shared/session'
import { createPath, matchRoutes, useLocation, type Location, type RouteObject } from '@interline/shared/router'

/** A screen that is mounted: the one that is shown, or one that was left. */
export type MountedScreen = {
  /** The path of its route: two addresses of one route are one screen. */
  path: string
  location: Location
  /** The screen is drawn into this element. It is part of the page only while the screen is shown. */
  container: HTMLElement
}

const mostHidden = 6
const mostHiddenWithLittleMemory = 2
const littleMemoryGb = 4

/** How many screens stay mounted beside the one that is shown. */
export function hiddenScreens(): number {
  const { deviceMemory = littleMemoryGb } = navigator as Navigator & { deviceMemory?: number }
  return deviceMemory < littleMemoryGb ? mostHiddenWithLittleMemory : mostHidden
}

/**
 * The screens once `path` is shown at `location`: it comes first, then those that were shown before, the latest first.
 * A screen that is come back to at the address where it was left stays just as it was. The same list when nothing
 * changed.
 */
export function showScreen(
  mounted: readonly MountedScreen[],
  { path, location }: Pick<MountedScreen, 'path' | 'location'>,
  { most, keeps }: { most: number; keeps: (path: string) => boolean },
): readonly MountedScreen[] {
  const known = mounted.find((screen) => screen.path === path)
  const isSame = known !== undefined && isSameAddress(known.location, location)
  if (isSame && known === mounted[0]) return mounted
  const shown: MountedScreen = {
    path,
    location: isSame ? known.location : location,
    container: known?.container ?? document.createElement('div'),
  }
  const others = mounted.filter((screen) => screen !== known && keeps(screen.path))
  return [shown, ...others.slice(0, most)]
}

const isSameAddress = (a: Location, b: Location) =>
  createPath(a) === createPath(b) && JSON.stringify(a.state) === JSON.stringify(b.state)

const none: readonly MountedScreen[] = []

/**
 * Keeps the last screens mounted, each with the location that it had, for as long as the session lasts. A route that
 * says so in its `handle` is dropped when it is left.
 */
export function useMountedScreens(routes: RouteObject[]) {
  const location = useLocation()
  const token = useSession((session) => session.token)
  const [owner, setOwner] = useState(token)
  const [mounted, setMounted] = useState(none)
  const [most] = useState(hiddenScreens)
  const keeps = useCallback(
    (path: string) => routes.some((route) => route.path === path && route.handle !== dropWhenLeft),
    [routes],
  )
  const path = useMemo(() => matchRoutes(routes, location)?.at(-1)?.route.path ?? '*', [routes, location])
  // The next session sees nothing of this one. The screen on the page stays, as SessionGate has it.
  const isOver = owner !== token
  if (isOver) setOwner(token)
  const next = showScreen(isOver ? mounted.slice(0, 1) : mounted, { path, location }, { most, keeps })
  if (next !== mounted) setMounted(next)

  const drop = useCallback(
    (gone: MountedScreen) => setMounted((now) => now.filter((screen, at) => at === 0 || screen !== gone)),
    [],
  )
  return { mounted: next, drop }
}

/** The `handle` of a route whose screen does not stay mounted. */
export const dropWhenLeft = 'drop when left'
