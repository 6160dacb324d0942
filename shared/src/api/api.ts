import axios from 'axios'
import type { AxiosError, AxiosRequestConfig } from 'axios'
import type { ListMeta } from '../contract/index.ts'
import { problemCodes } from '../contract/administrators/problem-codes.ts'
import { confirmIdentity } from './confirmation.ts'
import { keyOfAct, rememberOwnChange } from './idempotency-key.ts'
import { ApiError } from './api-error.ts'
import { explainFailure, requestIdOf } from './explain-failure.ts'
import type { HttpFailure } from './explain-failure.ts'
import { takeArrivedAnswer, takeFirstAnswer } from './first-answer.ts'
import { knownAnswer, rememberAnswer } from './known-answers.ts'
import { backendNow, session } from '../session/session.ts'
import { readSettings } from '../session/settings.ts'

/** Query parameters; null, undefined and '' are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>
export type CallOptions = { query?: Query; signal?: AbortSignal }
/** `meta` is absent when the backend knows no paging and sent everything. */
export type Rows<T> = { rows: T[]; meta?: ListMeta }

const client = axios.create({
  timeout: 60_000,
  // A call that took too long has a code of its own: Firefox ends the calls of a page that is left with the other one.
  transitional: { clarifyTimeoutError: true },
  headers: { 'public-request': 'true', Accept: 'application/json' },
})

/** The ids of the answers that were read: what is found wrong with one later is told with its id. */
const requestIds = new WeakMap<object, string | null>()

const baseURL = () => `${readSettings().apiUrl}/api/v1/`

/** A call that needs a confirmation is sent again, as it was, after the administrator gave it. */
async function call(config: AxiosRequestConfig): Promise<Record<string, unknown>> {
  try {
    return await send(config)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    if (error.code === problemCodes.setupNeeded) session.getState().needFactorSetup()
    if (error.code !== problemCodes.confirmationNeeded || !(await confirmIdentity())) throw error
    return send(config)
  }
}

async function send(config: AxiosRequestConfig): Promise<Record<string, unknown>> {
  const { token } = session.getState()
  try {
    const request = { ...config, baseURL: baseURL() }
    const url = client.getUri(request)
    const first = config.method === 'GET' ? await takeFirstAnswer(url, token) : undefined
    // It came without its request id: what cannot be used is asked for again, to be told with one.
    if (isObject(first) && first.success !== false && (isObject(first.data) || Array.isArray(first.data))) return first
    const known = config.method === 'GET' ? knownAnswer(url) : undefined
    const response = await client.request<unknown>({
      ...request,
      headers: {
        ...request.headers,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(known && { 'If-None-Match': known.etag }),
      },
      ...(known && { validateStatus: (status) => status === 304 || (status >= 200 && status < 300) }),
    })
    const body = known && response.status === 304 ? known.body : response.data
    const requestId = requestIdOf(response)
    if (!isObject(body))
      throw new ApiError({
        kind: 'not-understood',
        status: response.status,
        title: 'The answer is not JSON',
        requestId,
      })
    requestIds.set(body, requestId)
    // Another backend may send an ETag, and its CORS refuse a call that names it. None but ours sends pages.
    const etag: unknown = response.headers.etag
    if (config.method === 'GET' && typeof etag === 'string' && isMeta(body.meta)) rememberAnswer(url, { etag, body })
    return body
  } catch (error) {
    const failure =
      error instanceof ApiError
        ? error
        : explainFailure(axios.isAxiosError<unknown>(error) ? await readable(error) : null)
    if (failure.status === 401 && token !== null && session.getState().token === token)
      session.getState().signOut('expired')
    throw failure
  }
}

/** The failure of a file is said in JSON, which came as a file. */
async function readable({ code, response }: AxiosError<unknown>): Promise<HttpFailure> {
  if (!(response?.data instanceof Blob)) return { code, response }
  const text = await response.data.text()
  try {
    return { code, response: { ...response, data: JSON.parse(text) as unknown } }
  } catch {
    return { code, response: { ...response, data: text } }
  }
}

const toConfig = ({ query, signal }: CallOptions): AxiosRequestConfig => ({
  ...(query && {
    params: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value != null)),
  }),
  ...(signal && { signal }),
})

/**
 * The calls of SPEC §7: `path` below /api/v1, 60 s, the session's token, the answer's body. `T` is what the caller
 * expects the body to be; only that it is a JSON object is checked. Both reject with `ApiError` and nothing else.
 */
export const api = {
  get: async <T>(path: string, options: CallOptions = {}): Promise<T> => {
    const body = await call({ ...toConfig(options), method: 'GET', url: path })
    if (body.success === false) throw refused(body, 'The server refused the request.')
    return body as T
  },
  post: async <T>(path: string, payload?: object, options: CallOptions = {}): Promise<T> =>
    (await call({ ...toConfig(options), method: 'POST', url: path, data: payload ?? {} })) as T,
}

/** Reads a list. Entries that are no objects are dropped; `data` that is no list rejects with 'not-understood'. */
export async function getRows<T extends object>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Rows<T>> {
  return rowsOf(await api.get<Record<string, unknown>>(path, { query, ...(signal && { signal }) }))
}

/**
 * Options of a query: a page of a list (with `meta`) that the HTML asked for before the code came, and when it did so.
 * Undefined when it is not there yet: nothing is waited for.
 */
export function arrivedPage<T extends object>(path: string, query: Query) {
  let askedAt: number | undefined
  return {
    initialData(): Rows<T> | undefined {
      const request = { ...toConfig({ query }), url: path, baseURL: baseURL() }
      const arrived = takeArrivedAnswer(client.getUri(request), session.getState().token, isPage)
      askedAt = arrived?.askedAt
      return arrived && rowsOf(arrived.body)
    },
    // The query client calls it after the other.
    initialDataUpdatedAt: () => askedAt,
  }
}

const isPage = (body: unknown): body is Record<string, unknown> =>
  isObject(body) && body.success !== false && Array.isArray(body.data) && isMeta(body.meta)

function rowsOf<T extends object>(body: Record<string, unknown>): Rows<T> {
  if (!Array.isArray(body.data)) throw notUnderstood(body, 'The answer holds no list')
  const rows = body.data.filter(isObject) as T[]
  return isMeta(body.meta) ? { rows, meta: body.meta } : { rows }
}

const notUnderstood = (body: object, title: string) =>
  new ApiError({ kind: 'not-understood', status: 200, title, requestId: requestIds.get(body) ?? null })

/** Reads one record; `data` that is none rejects with 'not-understood'. */
export async function getRecord(path: string, options: CallOptions = {}): Promise<Record<string, unknown>> {
  const body = await api.get<Record<string, unknown>>(path, options)
  if (!isObject(body.data)) throw notUnderstood(body, 'The answer holds no record')
  return body.data
}

/**
 * Fetches a file, however long it takes. Rejects with `ApiError`: 'not-understood' when the answer is of another type.
 */
export async function getFile(path: string, type: string, options: CallOptions = {}): Promise<Blob> {
  const file: unknown = await call({
    ...toConfig(options),
    method: 'GET',
    url: path,
    responseType: 'blob',
    timeout: 0,
    headers: { Accept: type },
  })
  if (file instanceof Blob && file.type.startsWith(type)) return file
  throw new ApiError({ kind: 'not-understood', status: 200, title: `The answer is no ${type}` })
}

/**
 * Sends a change; resolves only when the answer says `success: true` (SPEC §4), else rejects with `ApiError`. The same
 * change sent again after its answer was lost has one effect, with a backend that knows `Idempotency-Key`; `anew` for
 * one that means another thing each time. The server's broadcast of this change is left out in this tab: the caller
 * reloads what shows it, with `refreshResource`. What one person starts together has one `bulkId` in the audit.
 */
export async function postForDone(path: string, payload: object, options: ChangeOptions = {}): Promise<void> {
  await postForAnswer(path, payload, options)
}

type ChangeOptions = { anew?: boolean; bulkId?: string | undefined }

/** As `postForDone`, of a change whose answer says what came of it; `T` is what the caller expects it to be. */
export async function postForAnswer<T>(
  path: string,
  payload: object,
  { anew = false, bulkId }: ChangeOptions = {},
): Promise<T> {
  // The CORS of another backend may refuse a call that carries a key.
  const body =
    anew || !backendNow().has('idempotency-keys')
      ? await api.post<Record<string, unknown>>(path, payload)
      : await postAct(path, payload, bulkId)
  if (body.success === true) return body as T
  throw refused(body, 'The change was not made')
}

/** An answer that came well and says that it did not go well. */
function refused(body: Record<string, unknown>, otherwise: string): ApiError {
  const text = [body.title, body.message].find((value) => typeof value === 'string')
  return new ApiError({
    kind: 'refused',
    status: 200,
    title: text ?? otherwise,
    requestId: requestIds.get(body) ?? null,
  })
}

async function postAct(path: string, data: object, bulkId?: string): Promise<Record<string, unknown>> {
  const { key, settle } = keyOfAct(session.getState().token, path, data)
  try {
    const answer = call({
      method: 'POST',
      url: path,
      data,
      headers: { 'Idempotency-Key': key, ...(bulkId && backendNow().has('bulk-ids') && { 'Bulk-Id': bulkId }) },
    })
    rememberOwnChange(
      key,
      answer.then(
        ({ success }) => success === true,
        () => false,
      ),
    )
    const body = await answer
    settle()
    return body
  } catch (error) {
    // With Retry-After the first one is still under way, or the server is busy: what comes of it is not known yet.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.retryAfterSeconds === null)
      settle()
    throw error
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown) => typeof value === 'number' && value >= 0
const isCursor = (value: unknown) => value === undefined || typeof value === 'string'

const isMeta = (value: unknown): value is ListMeta =>
  isObject(value) &&
  isCount(value.total) &&
  isCount(value.page_size) &&
  (value.page === null || isCount(value.page)) &&
  isCursor(value.next) &&
  isCursor(value.previous)
