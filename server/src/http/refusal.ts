import type { Problem } from '@interline/shared/contract'

type Extras = Partial<Pick<Problem, 'detail' | 'errors' | 'changed_by' | 'changed_at'>> & { retryAfterSeconds?: number }

/** A call that is answered with a problem on purpose. */
export class Refusal extends Error {
  readonly status: number
  readonly extras: Extras

  constructor(status: number, title: string, extras: Extras = {}) {
    super(title)
    this.status = status
    this.extras = extras
  }
}

export const refuseField = (field: string, message: string, status = 400) =>
  new Refusal(status, status === 413 ? 'The file is too large' : 'The request is not valid', { errors: [{ field, message }] })

export const notFound = (what: string) => new Refusal(404, `There is no such ${what}`)
