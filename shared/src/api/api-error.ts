export type ApiErrorKind = 'network' | 'timeout' | 'aborted' | 'refused' | 'not-understood'

type ApiErrorFacts = {
  kind: ApiErrorKind
  status?: number | undefined
  title?: string | undefined
  detail?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
  requestId?: string | undefined
  changedBy?: string | undefined
  changedAt?: string | undefined
  retryAfterSeconds?: number | undefined
  code?: string | undefined
  body?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Why a call did not do what was asked. `refused`: the server said no (`status`, `title`, `detail`, `fields` by payload
 * name). `not-understood`: the answer is not what SPEC §7 describes, e.g. HTML. `network`, `timeout`, `aborted`: no
 * answer came (SPEC §8).
 */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly title: string
  readonly detail: string | null
  /** Whether the server said why, in its title and detail. */
  readonly isExplained: boolean
  /** Message of each refused field, by its name in the payload. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
  /** With status 409: who made the conflicting change, and when (ISO 8601). */
  readonly changedBy: string | null
  readonly changedAt: string | null
  readonly retryAfterSeconds: number | null
  /** Why, for programs: one of `problemCodes` of the contract, or null. */
  readonly code: string | null
  /** The whole answer, for what only one caller reads of it. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(facts: ApiErrorFacts) {
    const title = facts.title ?? (facts.status ? `The server answered ${facts.status}` : facts.kind)
    super(title)
    this.name = 'ApiError'
    this.kind = facts.kind
    this.status = facts.status ?? 0
    this.title = title
    this.isExplained = facts.kind === 'refused' && facts.title !== undefined
    this.detail = facts.detail ?? null
    this.fields = facts.fields ?? {}
    this.requestId = facts.requestId ?? null
    this.changedBy = facts.changedBy ?? null
    this.changedAt = facts.changedAt ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.code = facts.code ?? null
    this.body = facts.body ?? {}
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError
