import { problemCodes } from '../contract/administrators/problem-codes.ts'

export type ApiErrorKind = 'network' | 'timeout' | 'aborted' | 'refused' | 'not-understood'

/**
 * Why a call did not do what was asked. `refused`: the server said no (`status`, `title`, `detail`, `fields` by payload
 * name). `not-understood`: the answer is not what SPEC §7 describes, e.g. HTML. `network`, `timeout`, `aborted`: no
 * answer came (SPEC §8).
 */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** HTTP status; 0 when no answer came. */
  readonly status: number = 0
  readonly title: string
  readonly detail: string | null = null
  /** Whether the server said why, in its title and detail. */
  readonly isExplained: boolean
  /** Message of each refused field, by its name in the payload. */
  readonly fields: Readonly<Record<string, string>> = {}
  readonly requestId: string | null = null
  /** With status 409: who made the conflicting change, and when (ISO 8601). */
  readonly changedBy: string | null = null
  readonly changedAt: string | null = null
  readonly retryAfterSeconds: number | null = null
  /** Why, for programs: one of `problemCodes` of the contract, or null. */
  readonly code: string | null = null
  /** The whole answer, for what only one caller reads of it. */
  readonly body: Readonly<Record<string, unknown>> = {}

  constructor({ kind, title, ...facts }: ApiErrorFacts) {
    super(title ?? (facts.status ? `The server answered ${facts.status}` : kind))
    this.name = 'ApiError'
    this.kind = kind
    this.title = this.message
    this.isExplained = kind === 'refused' && title !== undefined
    Object.assign(this, facts)
  }
}

type ApiErrorFacts = Pick<ApiError, 'kind'> & { title?: string | undefined } & Partial<
    Omit<ApiError, keyof Error | 'kind' | 'title' | 'isExplained'>
  >

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** The record is not as the change needs it; with a time to wait, the same change is still being made. */
export const isStale = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 409 && error.retryAfterSeconds === null

/**
 * Somebody else changed the record meanwhile: the server says so, or does not explain its 409, as one of SPEC §7. It
 * gives other reasons, such as an address that is taken, in its own words.
 */
export const isConflict = (error: unknown): boolean =>
  isStale(error) &&
  Object.keys(error.fields).length === 0 &&
  (error.code === problemCodes.changedMeanwhile || error.changedBy !== null || !error.isExplained)

/**
 * Whether a change may have been made although it failed: no answer came, or a proxy got none from the server. The same
 * change sent again has one effect (`postForDone`).
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isApiError(error) && (['timeout', 'network', 'aborted'].includes(error.kind) || [502, 504].includes(error.status))
