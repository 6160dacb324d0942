import { ApiError } from './api-error.ts'

type HttpAnswer = { status: number; data: unknown; headers: Readonly<Record<string, unknown>> }
/** The HTTP client reports this of a call that failed; null when the call could not even be made. */
export type HttpFailure = { code?: string | undefined; response?: HttpAnswer | undefined } | null

export function explainFailure(error: HttpFailure): ApiError {
  if (error === null) return new ApiError({ kind: 'not-understood', title: 'The call could not be made' })
  if (error.code === 'ERR_CANCELED' || error.code === 'ECONNABORTED')
    return new ApiError({ kind: 'aborted', title: 'The call was cancelled' })
  if (error.response) return explainResponse(error.response)
  if (error.code === 'ETIMEDOUT') return new ApiError({ kind: 'timeout', title: 'No answer in time' })
  return new ApiError({ kind: 'network', title: 'No connection to the server' })
}

function explainResponse(response: HttpAnswer): ApiError {
  const body: Record<string, unknown> =
    typeof response.data === 'object' && response.data !== null ? { ...response.data } : {}
  const text = (name: string) => (typeof body[name] === 'string' && body[name] !== '' ? body[name] : null)
  return new ApiError({
    kind: 'refused',
    status: response.status,
    title: text('title') ?? text('message') ?? undefined,
    detail: text('detail'),
    fields: fieldsOf(body.errors),
    requestId: requestIdOf(response, text('request_id')),
    changedBy: text('changed_by'),
    changedAt: text('changed_at'),
    retryAfterSeconds: secondsOf(headerOf(response, 'retry-after')),
    code: text('code'),
    body,
  })
}

function fieldsOf(errors: unknown): Record<string, string> {
  if (!Array.isArray(errors)) return {}
  const pairs: [string, string][] = []
  for (const entry of errors as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue
    const { field, message } = entry as { field?: unknown; message?: unknown }
    if (typeof field === 'string' && typeof message === 'string') pairs.push([field, message])
  }
  return Object.fromEntries(pairs)
}

const longestId = 100

/** The id by which the server's log knows the request; only as much of it as can be one. */
export const requestIdOf = (response: Pick<HttpAnswer, 'headers'>, inBody: string | null = null): string | null =>
  (inBody ?? headerOf(response, 'x-request-id'))?.slice(0, longestId) ?? null

function headerOf(response: Pick<HttpAnswer, 'headers'>, name: string): string | null {
  const value = response.headers[name]
  return typeof value === 'string' ? value : null
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header)
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
