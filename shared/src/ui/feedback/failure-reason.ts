import { isApiError } from '../../api/api-error.ts'
import { messagesOf } from '../../i18n/messages.ts'

const t = messagesOf('shared')

/** Who changed a record while it was open, as far as the server says; `at` is an ISO instant. */
export type MeanwhileChange = { by: string | null; at: string | null }

/** The record was changed by somebody else meanwhile. */
export const isConflict = (error: unknown): boolean => isApiError(error) && error.status === 409

/** Why a change was not made, in sentences for the administrator. `conflict` says it when somebody else was first. */
export function failureReason(error: unknown, conflict: (change: MeanwhileChange) => string): string {
  if (!isApiError(error)) return t('failed.unknown')
  if (isConflict(error)) return conflict({ by: error.changedBy, at: error.changedAt })
  if (error.kind !== 'refused') return t(`failed.${error.kind}`)
  return [error.title, error.detail]
    .filter(Boolean)
    .map((text) => `${text}`.replace(/([^.!?])$/, '$1.'))
    .join(' ')
}
