import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { RequestId } from '../../ui/request-id.tsx'

/** What was not done to a note, and why. */
export const NoteFailure = ({ title, error }: { title: string; error: unknown }) => (
  <p className="il-record-failure" role="alert">
    <strong>{title}</strong> {failureReason(error)}
    <RequestId error={error} />
  </p>
)
