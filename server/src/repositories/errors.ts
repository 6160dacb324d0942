/** There is no record with this id. */
export class NotFoundError extends Error {
  constructor(what: string) {
    super(`There is no such ${what}`)
  }
}

/** The record belongs to somebody else; the message says so to the person. */
export class NotOwnError extends Error {}

type ConflictFacts = { by?: string | undefined; at?: Date | null; detail?: string; code?: string }

/** The record is not, or no longer, in the state that a change needs; the message says which to the person. */
export class ConflictError extends Error {
  /** The person who changed the record last, and when, where that is the reason. */
  readonly changedBy: string | undefined
  readonly changedAt: Date | undefined
  /** All that the person can do about it. */
  readonly detail: string | undefined
  /** One of `problemCodes`. */
  readonly code: string | undefined

  constructor(message: string, changed: ConflictFacts = {}) {
    super(message)
    this.code = changed.code
    this.detail = changed.detail
    this.changedBy = changed.by
    this.changedAt = changed.at ?? undefined
  }
}

/** Another person has this e-mail address. */
export class EmailTakenError extends Error {}

/** Runs a statement that writes a value which one row alone may have; throws `taken` when another row has it. */
export async function writeUnique<T>(statement: Promise<T>, taken: Error, index = ''): Promise<T> {
  return statement.catch((error: unknown) => {
    // 23505 is PostgreSQL's unique_violation.
    const isTaken = error instanceof Error && 'code' in error && error.code === '23505' && error.message.includes(index)
    throw isTaken ? taken : error
  })
}

/** Runs a statement that writes an e-mail address. Throws `EmailTakenError` when somebody else has it. */
export const writeEmail = <T>(statement: Promise<T>, message: string) =>
  writeUnique(statement, new EmailTakenError(message), 'people_email')
