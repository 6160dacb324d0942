import { Alert } from 'antd'
import { messagesOf } from '../i18n/messages.ts'
import { isOutcomeUnknown } from '../ui/feedback/failure-reason.ts'
import { RequestId } from '../ui/request-id.tsx'

const t = messagesOf('shared')

type ChangeFailureProps = {
  /** What was not done. */
  title: string
  reason: string
  /** What to do about it. */
  hint?: string | undefined
  error: unknown
}

/**
 * Inside a dialog: what was not done, why, and the request id for a support call (SPEC-NOTES §8). When no answer came,
 * it does not say that nothing was done: nobody here knows.
 */
export function ChangeFailure({ title, reason, hint, error }: ChangeFailureProps) {
  const isUnknown = isOutcomeUnknown(error)
  return (
    <Alert
      className="il-change-failure"
      type="error"
      role="alert"
      title={isUnknown ? t('failed.outcomeUnknown') : title}
      description={
        <>
          {reason} {isUnknown ? t('failed.outcomeUnknownHint') : hint}
          <RequestId error={error} />
        </>
      }
    />
  )
}
