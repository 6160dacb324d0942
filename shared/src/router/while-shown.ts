import { use, useCallback } from 'react'
import * as router from 'react-router-dom'
import type { NavigateFunction, SetURLSearchParams, URLSearchParamsInit } from 'react-router-dom'
import { ShownAt } from './routes-at.tsx'

/** Calls `act` only while the screen that has it is shown, at the path that it was drawn at. */
function useWhileShown<Act extends (...given: never[]) => unknown>(act: Act): Act {
  const { pathname } = router.useLocation()
  const shownAt = use(ShownAt)
  return useCallback(
    (...given: Parameters<Act>) => (shownAt === null || shownAt.current === pathname ? act(...given) : undefined),
    [act, pathname, shownAt],
  ) as Act
}

/** The router's, which brings nobody back to a screen that was left. */
export const useNavigate = (): NavigateFunction => useWhileShown(router.useNavigate())

/** The router's, which brings nobody back to a screen that was left. */
export function useSearchParams(initial?: URLSearchParamsInit): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = router.useSearchParams(initial)
  return [params, useWhileShown(setParams)]
}
