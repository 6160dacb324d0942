import { isApiError } from './api-error.ts'

/**
 * Writes a failure to the console (SPEC §8): what was tried, why it failed and the request id; never a token, a payload
 * or a person's data. A call that was aborted on purpose is no failure.
 */
export function logFailure(what: string, error: unknown): void {
  if (isApiError(error)) {
    if (error.kind === 'aborted') return
    const status = error.status === 0 ? error.kind : `${error.kind} ${error.status}`
    console.error(`${what}: ${status}${error.requestId ? ` (request ${error.requestId})` : ''}`)
    return
  }
  console.error(`${what}: ${error instanceof Error ? error.name : 'unknown failure'}`)
}
