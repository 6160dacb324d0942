import { Alert } from 'antd'
import { isOutcomeUnknown } from '../api/api-error.ts'
import { t } from '../i18n/texts.ts'
import { RequestId } from '../ui/request-id.tsx'

type ChangeFailureProps = {
  /** The act that was not done, in words. */
  title: string
  reason: string
  /** The advice what to do about it. */
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
          <span>{reason}</span> <span>{isUnknown ? t('failed.outcomeUnknownHint') : hint}</span>
          <RequestId error={error} />
        </>
      }
    />
  )
}
