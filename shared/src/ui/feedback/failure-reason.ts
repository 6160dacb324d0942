import { isApiError } from '../../api/api-error.ts'
import type { ApiError } from '../../api/api-error.ts'
import { messagesOf } from '../../i18n/messages.ts'
import { formatRelative } from '../../time/formats.ts'

const t = messagesOf('shared')

/** Who changed a record while it was open, as far as the server says; `at` is an ISO instant. */
export type MeanwhileChange = { by: string | null; at: string | null }

/** The record was changed by somebody else meanwhile; with a time to wait, the same change is still being made. */
export const isConflict = (error: unknown): boolean =>
  isApiError(error) && error.status === 409 && error.retryAfterSeconds === null

/**
 * Whether a change may have been made although it failed: no answer came, or a proxy got none from the server. The same
 * change sent again has one effect (`postForDone`).
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isApiError(error) && (['timeout', 'network', 'aborted'].includes(error.kind) || [502, 504].includes(error.status))

/** Why a change was not made, in sentences for the administrator. `conflict` says it when somebody else was first. */
export function failureReason(error: unknown, conflict?: (change: MeanwhileChange) => string): string {
  if (!isApiError(error)) return t('failed.unknown')
  if (conflict && isConflict(error)) return conflict({ by: error.changedBy, at: error.changedAt })
  if (error.kind !== 'refused') return t(`failed.${error.kind}`)
  return [whyRefused(error), whoChanged(error), whenAgain(error)].filter(Boolean).join(' ')
}

function whyRefused(error: ApiError): string {
  // Of an error of its own a server can say nothing that helps; of being away it may say which part is.
  if (error.status >= 500 && !(error.status === 503 && error.isExplained))
    return t(isAway(error) ? 'failed.away' : 'failed.server')
  if (error.isExplained) return [error.title, error.detail].filter(Boolean).map(toSentence).join(' ')
  return t(inWords.has(error.status) ? `failed.status${error.status}` : 'failed.refused')
}

const inWords = new Set([401, 403, 404, 409, 413, 429])
const isAway = ({ status }: ApiError) => status >= 502 && status <= 504

const whoChanged = ({ changedBy, changedAt }: ApiError) =>
  changedBy !== null && changedAt !== null && t('failed.changedBy', { who: changedBy, ago: formatRelative(changedAt) })

function whenAgain(error: ApiError): string | null {
  const { status, retryAfterSeconds: seconds } = error
  if (seconds !== null && seconds > 0) return t('failed.againIn', { count: Math.ceil(seconds) })
  return status === 429 || isAway(error) ? t('failed.againSoon') : null
}

const toSentence = (text: string | null) => `${text}`.replace(/([^.!?])$/, '$1.')
