import { RequestId } from '../../ui/request-id.tsx'

/** Of the contract, whose schemas stay out of the page. */
export const maxLength = 2000

type NoteFailureProps = { title: string; reason: string; error: unknown }

/** What was not done to a note, and why. */
export const NoteFailure = ({ title, reason, error }: NoteFailureProps) => (
  <p className="il-record-failure" role="alert">
    <strong>{title}</strong> {reason}
    <RequestId error={error} />
  </p>
)
