import { memo, useMemo } from 'react'
import { NavigationType, UNSAFE_LocationContext, UNSAFE_RouteContext, useRoutes } from 'react-router-dom'
import type { Location, RouteObject } from 'react-router-dom'

const noParent = { outlet: null, matches: [], isDataRoute: false }

type RoutesAtProps = { routes: RouteObject[]; location: Location }

/**
 * Draws what the routes have at a location, whatever the address of the page is: `<Routes location>`, which is drawn
 * anew only when that location changes and not with each navigation.
 */
export const RoutesAt = memo(function RoutesAt({ routes, location }: RoutesAtProps) {
  const at = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return (
    <UNSAFE_LocationContext.Provider value={at}>
      <UNSAFE_RouteContext.Provider value={noParent}>
        <Matched routes={routes} />
      </UNSAFE_RouteContext.Provider>
    </UNSAFE_LocationContext.Provider>
  )
})

const Matched = memo(({ routes }: Pick<RoutesAtProps, 'routes'>) => useRoutes(routes))
Matched.displayName = 'Matched'
