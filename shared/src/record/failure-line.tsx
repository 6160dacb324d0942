import { failureReason } from '../ui/feedback/failure-reason.ts'
import { RequestId } from '../ui/request-id.tsx'

/** What of a record's page was not done, and why. */
export const FailureLine = ({ title, error }: { title: string; error: unknown }) => (
  <p className="il-record-failure" role="alert">
    <strong>{title}</strong> {failureReason(error)}
    <RequestId error={error} />
  </p>
)
