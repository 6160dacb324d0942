import { isRouteErrorResponse, useRouteError } from '@interline/shared/router'
import { Fatal } from './fatal.tsx'

/** What the router shows of an error that nothing below it caught. */
export function RouterError() {
  return <Fatal message={explain(useRouteError())} />
}

function explain(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error ?? '')
}
