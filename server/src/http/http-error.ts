import type { FactorChallenge, Problem } from '@interline/shared/contract'

type Extras = Partial<Pick<Problem, 'detail' | 'code' | 'errors' | 'changed_by' | 'changed_at'>> & {
  retryAfterSeconds?: number
  /** The challenge that a sign-in is to be answered with. */
  second_factor?: FactorChallenge
}

/** An error that is answered with this status, title and problem details. */
export class HttpError extends Error {
  readonly status: number
  readonly extras: Extras

  constructor(status: number, title: string, extras: Extras = {}) {
    super(title)
    this.status = status
    this.extras = extras
  }
}

/** The value of one field cannot be accepted. */
export const fieldError = (field: string, message: string, status = 400) =>
  new HttpError(status, status === 413 ? 'The file is too large' : 'The request is not valid', {
    errors: [{ field, message }],
  })

export const notFound = (what: string) => new HttpError(404, `There is no such ${what}`)
