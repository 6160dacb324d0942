import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '@interline/shared/session'
import { matchRoutes, useLocation, type RouteObject } from '@interline/shared/router'
import { hiddenScreens, screenAhead, showScreen, type KeptScreen } from './kept-screens.ts'

export type KeptScreens = {
  /** The one that is shown first. */
  kept: readonly KeptScreen[]
  /** Mounts a screen that nobody visited yet, hidden, when there is room for it. */
  addAhead: (path: string) => KeptScreen | undefined
  drop: (screen: KeptScreen) => void
}

const none: readonly KeptScreen[] = []

/**
 * Keeps the last screens mounted, each with the location that it had, for as long as the session lasts. A route that
 * says so in its `handle` is dropped when it is left.
 */
export function useKeptScreens(routes: RouteObject[]): KeptScreens {
  const location = useLocation()
  const token = useSession((session) => session.token)
  const [owner, setOwner] = useState(token)
  const [kept, setKept] = useState(none)
  const [most] = useState(hiddenScreens)
  const keeps = useCallback(
    (path: string) => routes.some((route) => route.path === path && route.handle !== dropWhenLeft),
    [routes],
  )
  const path = useMemo(() => matchRoutes(routes, location)?.at(-1)?.route.path ?? '*', [routes, location])
  // What one session showed is not for the next one. The screen on the page stays, as SessionGate has it.
  const isOver = owner !== token
  if (isOver) setOwner(token)
  const next = showScreen(isOver ? kept.slice(0, 1) : kept, { path, location }, { most, keeps })
  if (next !== kept) setKept(next)

  const latest = useRef(next)
  useLayoutEffect(() => {
    latest.current = next
  })
  const change = useCallback((to: readonly KeptScreen[]) => {
    latest.current = to
    setKept(to)
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
    (gone: KeptScreen) => change(latest.current.filter((screen, at) => at === 0 || screen !== gone)),
    [change],
  )
  return { kept: next, addAhead, drop }
}

/** The `handle` of a route whose screen is not kept. */
export const dropWhenLeft = 'drop when left'
