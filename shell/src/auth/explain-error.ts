import { isApiError } from '@interline/shared/api'
import { t } from '../messages.ts'

/**
 * This much may be said about a sign-in that failed (SPEC-NOTES §8): that the server is out of reach or asks to wait.
 * Nothing when the email or the password is wrong, so that nobody learns which accounts exist.
 */
export function explainError(error: unknown): string | undefined {
  if (!isApiError(error)) return t('signIn.unavailable')
  if (error.status === 429) {
    return error.retryAfterSeconds === null
      ? t('signIn.tooManyNow')
      : t('signIn.tooMany', { count: error.retryAfterSeconds })
  }
  if (error.kind === 'network') return t('signIn.network')
  if (error.kind === 'timeout') return t('signIn.timeout')
  return error.kind === 'not-understood' || error.status >= 500 ? t('signIn.unavailable') : undefined
}
