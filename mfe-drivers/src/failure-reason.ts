import { formatDate, formatRelative, isApiError, messagesOf, timeZoneInUse } from '@interline/shared'
import { say } from './messages.ts'

const shared = messagesOf('shared')

export const isConflict = (error: unknown) => isApiError(error) && error.status === 409

/** Why a change was not made, in a sentence for the administrator. */
export function reasonOf(error: unknown): string {
  if (!isApiError(error)) return shared('failed.unknown')
  if (error.status === 409 && error.changedBy !== null) {
    const [date, ago] = [formatDate(error.changedAt, timeZoneInUse()), formatRelative(error.changedAt)]
    return say('failure.changed', { who: error.changedBy, date, ago })
  }
  if (error.status === 409) return say('failure.changedBySomebody')
  if (error.kind !== 'refused') return shared(`failed.${error.kind}`)
  return [error.title, error.detail].filter(Boolean).map((text) => `${text}`.replace(/([^.!?])$/, '$1.')).join(' ')
}

export const requestIdOf = (error: unknown): string | null => (isApiError(error) ? error.requestId : null)
