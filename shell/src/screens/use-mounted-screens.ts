import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '@interline/shared/session'
import { matchRoutes, useLocation, type RouteObject } from '@interline/shared/router'
import { hiddenScreens, screenAhead, showScreen, type MountedScreen } from './mounted-screens.ts'

export type MountedScreens = {
  /** The one that is shown first. */
  mounted: readonly MountedScreen[]
  /** Mounts a screen that nobody visited yet, hidden, when there is room for it. */
  addAhead: (path: string) => MountedScreen | undefined
  drop: (screen: MountedScreen) => void
}

const none: readonly MountedScreen[] = []

/**
 * Keeps the last screens mounted, each with the location that it had, for as long as the session lasts. A route that
 * says so in its `handle` is dropped when it is left.
 */
export function useMountedScreens(routes: RouteObject[]): MountedScreens {
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
  // What one session showed is not for the next one. The screen on the page stays, as SessionGate has it.
  const isOver = owner !== token
  if (isOver) setOwner(token)
  const next = showScreen(isOver ? mounted.slice(0, 1) : mounted, { path, location }, { most, keeps })
  if (next !== mounted) setMounted(next)

  const latest = useRef(next)
  useLayoutEffect(() => {
    latest.current = next
  })
  const change = useCallback((to: readonly MountedScreen[]) => {
    latest.current = to
    setMounted(to)
  }, [])
  const addAhead = useCallback(
    (path: string) => {
      if (latest.current.length > most || latest.current.some((screen) => screen.path === path)) return undefined
      const ahead = screenAhead(path)
      change([...latest.current, ahead])
      return ahead
    },
    [change, most],
  )
  const drop = useCallback(
    (gone: MountedScreen) => change(latest.current.filter((screen, at) => at === 0 || screen !== gone)),
    [change],
  )
  return { mounted: next, addAhead, drop }
}

/** The `handle` of a route whose screen does not stay mounted. */
export const dropWhenLeft = 'drop when left'
