import { Alert } from 'antd'
import { isApiError } from '../api/api-error.ts'
import { useMessages } from '../i18n/messages.ts'

type ChangeFailureProps = {
  /** What was not done. */
  title: string
  reason: string
  /** What to do about it. */
  hint?: string | undefined
  error: unknown
}

/** Inside a dialog: what was not done, why, and the request id for a support call (SPEC-NOTES §8). */
export function ChangeFailure({ title, reason, hint, error }: ChangeFailureProps) {
  const t = useMessages('shared')
  const requestId = isApiError(error) ? error.requestId : null
  return (
    <Alert
      className="il-change-failure"
      type="error"
      role="alert"
      title={title}
      description={
        <>
          {reason} {hint}
          {requestId !== null && <span className="il-request-id">{t('requestId', { id: requestId })}</span>}
        </>
      }
    />
  )
}
