import { Alert } from 'antd'
import { RequestId } from '../ui/request-id.tsx'

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
  return (
    <Alert
      className="il-change-failure"
      type="error"
      role="alert"
      title={title}
      description={
        <>
          {reason} {hint}
          <RequestId error={error} />
        </>
      }
    />
  )
}
