import { isApiError, type Say } from '@interline/shared'

/**
 * What may be said about a sign-in that failed (SPEC-NOTES §8): that the server is out of reach or asks to wait. Nothing when the
 * email or the password is wrong, so that nobody learns which accounts exist.
 */
export function explainRefusal(error: unknown, say: Say): string | undefined {
  if (!isApiError(error)) return say('signIn.unavailable')
  if (error.status === 429) {
    return error.retryAfterSeconds === null ? say('signIn.tooManyNow') : say('signIn.tooMany', { count: error.retryAfterSeconds })
  }
  if (error.kind === 'network') return say('signIn.network')
  if (error.kind === 'timeout') return say('signIn.timeout')
  return error.kind === 'not-understood' || error.status >= 500 ? say('signIn.unavailable') : undefined
}
