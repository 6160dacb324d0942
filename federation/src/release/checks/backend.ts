import { z } from 'zod'
import type { Descriptor } from '../../schema/index.ts'

const openApi = z.object({
  servers: z.array(z.object({ url: z.string() })).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/**
 * The calls that an API answers, as `METHOD /path/under/api/v1` with `{}` for each parameter; or why that is not known.
 */
type Api = { calls: Set<string> } | { unknown: string }

/** Reads the OpenAPI document of an API at `URL/docs/json`. */
export async function readApi(url: string): Promise<Api> {
  const address = `${url.replace(/\/$/, '')}/docs/json`
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(15_000) })
    if (!response.ok) return { unknown: `${address} answers ${response.status}` }
    const { servers, paths } = openApi.parse(await response.json())
    const base = new URL(servers?.[0]?.url ?? '/', url).pathname.replace(/\/$/, '')
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => shapeOf(`${method.toUpperCase()} ${base}${path}`)),
    )
    return { calls: new Set(calls) }
  } catch (error) {
    return {
      unknown: `${address} is no OpenAPI document that can be read (${error instanceof z.ZodError ? 'paths are missing' : error instanceof Error ? error.message : String(error)})`,
    }
  }
}

const shapeOf = (call: string) =>
  call
    .replace(/\?.*$/, '')
    .replace(/ (\/api\/v1)?\//, ' /')
    .replace(/\{[^/}]*\}/g, '{}')
    .replace(/\/$/, '')

/** Calls that a remote makes and the API does not have. */
export function lackingCalls(descriptor: Descriptor, api: Api): string[] {
  if (descriptor.kind === 'shell') return []
  if ('unknown' in api) return [api.unknown]
  return descriptor.requires.backend
    .filter((call) => !api.calls.has(shapeOf(call)))
    .map((call) => `the API has no ${call}`)
}
