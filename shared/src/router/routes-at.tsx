import { memo, use, useMemo } from 'react'
import {
  NavigationType,
  UNSAFE_DataRouterContext,
  UNSAFE_LocationContext,
  UNSAFE_NavigationContext,
  UNSAFE_RouteContext,
  useRoutes,
} from 'react-router-dom'
import type { Location, RouteObject } from 'react-router-dom'

const noParent = { outlet: null, matches: [], isDataRoute: false }

type RoutesAtProps = { routes: RouteObject[]; location: Location }

/**
 * Draws what the routes have at a location, whatever the address of the page is: `<Routes location>`, which is drawn
 * anew only when that location changes and not with each navigation. What is drawn navigates only while the page is at
 * its path: whoever has gone on is not brought back by an effect or an answer of the screen before.
 */
export const RoutesAt = memo(function RoutesAt({ routes, location }: RoutesAtProps) {
  const at = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return (
    <UNSAFE_NavigationContext.Provider value={useNavigationFrom(location.pathname)}>
      <UNSAFE_LocationContext.Provider value={at}>
        <UNSAFE_RouteContext.Provider value={noParent}>
          <Matched routes={routes} />
        </UNSAFE_RouteContext.Provider>
      </UNSAFE_LocationContext.Provider>
    </UNSAFE_NavigationContext.Provider>
  )
})

const Matched = memo(({ routes }: Pick<RoutesAtProps, 'routes'>) => useRoutes(routes))
Matched.displayName = 'Matched'

function useNavigationFrom(pathname: string) {
  const navigation = use(UNSAFE_NavigationContext)
  const router = use(UNSAFE_DataRouterContext)?.router
  return useMemo(() => {
    const { navigator } = navigation
    const isHere = () => router?.state.location.pathname === pathname
    return {
      ...navigation,
      navigator: {
        ...navigator,
        go: (delta: number) => (isHere() ? navigator.go(delta) : undefined),
        push: (...to: Parameters<typeof navigator.push>) => (isHere() ? navigator.push(...to) : undefined),
        replace: (...to: Parameters<typeof navigator.replace>) => (isHere() ? navigator.replace(...to) : undefined),
      },
    }
  }, [navigation, router, pathname])
}
