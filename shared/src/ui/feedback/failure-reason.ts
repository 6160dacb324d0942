import { isApiError, isConflict } from '../../api/api-error.ts'
import type { ApiError } from '../../api/api-error.ts'
import { t } from '../../i18n/texts.ts'
import { formatRelative } from '../../time/formats.ts'

/** The person who changed a record while it was open, as far as the server says; `at` is an ISO instant. */
export type MeanwhileChange = { by: string | null; at: string | null }

/** Why a change was not made, in sentences for the administrator. `conflict` says it when somebody else was first. */
export function failureReason(error: unknown, conflict?: (change: MeanwhileChange) => string): string {
  if (!isApiError(error)) return t('failed.unknown')
  if (conflict && isConflict(error)) return conflict({ by: error.changedBy, at: error.changedAt })
  if (error.kind !== 'refused') return t(`failed.${error.kind}`)
  return [whyRefused(error), whoChanged(error), whenAgain(error)].filter(Boolean).join(' ')
}

function whyRefused(error: ApiError): string {
  // A server can say nothing that helps about an error of its own; when it is away it may say which part is.
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
