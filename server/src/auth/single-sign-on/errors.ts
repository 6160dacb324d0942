import type { SingleSignOnFailure } from '@interline/shared/contract'

/** The person who was refused, for the audit. */
type Refused = { email?: string; personId?: string }

/** A sign-in at the provider that leads to no session. The person is told `reason`, the log has the message. */
export class SingleSignOnError extends Error {
  readonly reason: SingleSignOnFailure
  readonly refused: Refused

  constructor(reason: SingleSignOnFailure, message: string, { cause, ...refused }: Refused & { cause?: unknown } = {}) {
    super(message, { cause })
    this.reason = reason
    this.refused = refused
  }
}
