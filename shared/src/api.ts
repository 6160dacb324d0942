import axios from 'axios'
import type { AxiosRequestConfig } from 'axios'
import type { ListMeta } from './contract/envelope.ts'
import { ApiError } from './api-error.ts'
import { explainFailure } from './explain-failure.ts'
import { session } from './session.ts'
import { readSettings } from './settings.ts'

/** Query parameters; null, undefined and '' are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>
export type CallOptions = { query?: Query; signal?: AbortSignal }
/** `meta` is absent when the backend knows no paging and sent everything. */
export type Rows<T> = { rows: T[]; meta?: ListMeta }

const client = axios.create({ timeout: 60_000, headers: { 'public-request': 'true', Accept: 'application/json' } })

async function call(config: AxiosRequestConfig): Promise<Record<string, unknown>> {
  const { token } = session.getState()
  try {
    const response = await client.request<unknown>({
      ...config,
      baseURL: `${readSettings().apiUrl}/api/v1/`,
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    })
    const body = response.data
    if (!isObject(body)) throw new ApiError({ kind: 'not-understood', status: response.status, title: 'The answer is not JSON' })
    return body
  } catch (error) {
    const failure = error instanceof ApiError ? error : explainFailure(axios.isAxiosError<unknown>(error) ? error : null)
    if (failure.status === 401 && token !== null && session.getState().token === token) session.getState().signOut('expired')
    throw failure
  }
}

const toConfig = ({ query, signal }: CallOptions): AxiosRequestConfig => ({
  ...(query && { params: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value != null)) }),
  ...(signal && { signal }),
})

/**
 * The calls of SPEC §7: `path` below /api/v1, 60 s, the session's token, the answer's body. `T` is what the caller expects the
 * body to be; only that it is a JSON object is checked. Both reject with `ApiError` and nothing else.
 */
export const api = {
  get: async <T>(path: string, options: CallOptions = {}): Promise<T> =>
    (await call({ ...toConfig(options), method: 'GET', url: path })) as T,
  post: async <T>(path: string, payload?: object, options: CallOptions = {}): Promise<T> =>
    (await call({ ...toConfig(options), method: 'POST', url: path, data: payload ?? {} })) as T,
}

/** Reads a list. Entries that are no objects are dropped; `data` that is no list rejects with 'not-understood'. */
export async function getRows<T extends object>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Rows<T>> {
  const body = await api.get<Record<string, unknown>>(path, { query, ...(signal && { signal }) })
  if (!Array.isArray(body.data)) throw new ApiError({ kind: 'not-understood', status: 200, title: 'The answer holds no list' })
  const rows = body.data.filter(isObject) as T[]
  return isMeta(body.meta) ? { rows, meta: body.meta } : { rows }
}

/** Sends a change; resolves only when the answer says `success: true` (SPEC §4), else rejects with `ApiError`. */
export async function postForDone(path: string, payload: object): Promise<void> {
  const body = await api.post<Record<string, unknown>>(path, payload)
  if (body.success === true) return
  const said = [body.title, body.message].find((text) => typeof text === 'string')
  throw new ApiError({ kind: 'refused', status: 200, title: said ?? 'The change was not made' })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMeta = (value: unknown): value is ListMeta =>
  isObject(value) && [value.total, value.page, value.page_size].every((count) => typeof count === 'number' && count >= 0)
