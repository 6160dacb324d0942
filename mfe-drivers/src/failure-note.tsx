import { useMessages } from '@interline/shared'
import { Alert } from '@interline/shared/ui'
import { reasonOf, requestIdOf } from './failure-reason.ts'

type FailureNoteProps = { title: string; error: unknown; hint?: string | undefined }

/** Inside a modal: what was not done, why, and the request id for a support call. */
export function FailureNote({ title, error, hint }: FailureNoteProps) {
  const shared = useMessages('shared')
  const requestId = requestIdOf(error)
  return (
    <Alert
      className="drivers-failure"
      type="error"
      role="alert"
      title={title}
      description={
        <>
          {reasonOf(error)} {hint}
          {requestId !== null && <span className="drivers-request">{shared('requestId', { id: requestId })}</span>}
        </>
      }
    />
  )
}
