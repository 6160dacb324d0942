import { formatChatTime, isApiError, useMessages, useTimeZone } from '@interline/shared'
import { Alert } from '@interline/shared/ui'
import { say } from './say.ts'

/** Why the status was not changed, said where the change was tried. */
export function StatusFailure({ error }: { error: unknown }) {
  const shared = useMessages('shared')
  const timeZone = useTimeZone()

  function reason(): string {
    if (!isApiError(error)) return shared('failed.unknown')
    if (error.status === 409) {
      if (error.changedBy === null) return say('changeStatus.conflict')
      return say('changeStatus.conflictBy', { name: error.changedBy, date: formatChatTime(error.changedAt, timeZone) })
    }
    return error.kind === 'refused' ? [error.title, error.detail].filter(Boolean).join('. ') : shared(`failed.${error.kind}`)
  }

  const requestId = isApiError(error) ? error.requestId : null
  return (
    <Alert
      type="error"
      role="alert"
      showIcon={false}
      title={say('changeStatus.failedTitle')}
      description={
        <>
          {reason()}
          {requestId !== null && <div className="il-region-id">{shared('requestId', { id: requestId })}</div>}
        </>
      }
    />
  )
}
