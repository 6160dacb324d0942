import { Activity, createContext, memo, useLayoutEffect, useRef, type RefObject } from 'react'
import { useRoutes } from 'react-router-dom'
import type { Location, RouteObject } from 'react-router-dom'

type RoutesAtProps = { routes: RouteObject[]; location: Location; isShown: boolean }

/** The path that a screen is shown at; null while it is hidden. Outside of screens there is none. */
export const ShownAt = createContext<RefObject<string | null> | null>(null)

/**
 * Draws what the routes have at a location, whatever the address of the page is; hidden and without its effects unless
 * it is shown. What is drawn navigates only while it is shown at that path: a late answer brings nobody back.
 */
export function RoutesAt({ routes, location, isShown }: RoutesAtProps) {
  const shownAt = useRef<string | null>(null)
  useLayoutEffect(() => {
    shownAt.current = isShown ? location.pathname : null
  }, [isShown, location])
  return (
    <ShownAt value={shownAt}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <Matched routes={routes} location={location} />
      </Activity>
    </ShownAt>
  )
}

const Matched = memo(({ routes, location }: Omit<RoutesAtProps, 'isShown'>) => useRoutes(routes, location))
Matched.displayName = 'Matched'
