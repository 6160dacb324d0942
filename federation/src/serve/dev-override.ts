import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie } from 'cookie'
import { devOverride, type DevOverride, type Release } from '../schema/index.ts'
import { jsonOf } from '../schema/read-json.ts'
import { refuser } from './http/guard.ts'
import { always } from './http/headers.ts'
import { readText } from './http/request.ts'

const cookieName = 'interline-dev-override'
const longestRequest = 1000

const statusOf = { 'cross-site': 403, 'not-json': 415, 'not-understood': 400, origin: 400, remote: 409 } as const
/** Why nothing was started or ended; the codes are stable, the shell has the words. */
type Problem = keyof typeof statusOf

/**
 * Dev overrides at the shell's origin: `POST /dev-override` `{remote, origin}` starts one in the browser that asks,
 * `DELETE /dev-override` ends it. `answers` resolves to whether the request was one of these, `ofPage` is the override
 * that a page's request asks for.
 */
export function devOverridesOf(isOn: boolean) {
  // A cookie knows no port: a page of any other port of this machine could write one that nobody started here.
  const started = new Map<string, DevOverride>()

  async function start(request: IncomingMessage, remotes: Release['remotes']): Promise<Problem | { value: string }> {
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return 'not-json'
    const text = await readText(request, longestRequest)
    const parsed = devOverride.safeParse(text === null ? null : jsonOf(text))
    if (!parsed.success) return parsed.error.issues[0]?.path[0] === 'origin' ? 'origin' : 'not-understood'
    const { remote, origin } = parsed.data
    if (!Object.hasOwn(remotes, remote)) return 'remote'
    const value = `${remote}@${origin}`
    started.set(value, parsed.data)
    return { value }
  }

  async function answers(
    request: IncomingMessage,
    response: ServerResponse,
    served: { release: Release } | string,
  ): Promise<boolean> {
    const { method = '', url = '' } = request
    if (url.split('?')[0] !== '/dev-override' || !['POST', 'DELETE'].includes(method)) return false
    if (!isOn) refuser(response)(404, 'not found')
    else {
      const done = !isOfOwnPage(request)
        ? 'cross-site'
        : method === 'POST'
          ? await start(request, typeof served === 'string' ? {} : served.release.remotes)
          : { value: null }
      const headers = { ...always, 'content-type': 'application/json', 'cache-control': 'no-store' }
      if (typeof done === 'string') response.writeHead(statusOf[done], headers).end(JSON.stringify({ refused: done }))
      else response.writeHead(204, { ...headers, 'set-cookie': cookieOf(request, done.value) }).end()
    }
    return true
  }

  function ofPage(request: IncomingMessage, { remotes }: Release): DevOverride | null {
    const override = started.get(parseCookie(request.headers.cookie ?? '')[cookieName] ?? '')
    return override && Object.hasOwn(remotes, override.remote) ? override : null
  }

  return { answers, ofPage }
}

/** Behind a proxy that ends TLS the page's scheme is not the one of this request, so that only host and port count. */
function isOfOwnPage({ headers }: IncomingMessage): boolean {
  const [, host] = /^https?:\/\/(.+)$/.exec(headers.origin ?? '') ?? []
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return host !== undefined && host === headers.host?.toLowerCase() && site === 'same-origin'
}

/** A cookie of the browser's session; without a value it is taken back. */
const cookieOf = ({ headers }: IncomingMessage, value: string | null) =>
  [
    `${cookieName}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict`,
    ...(value === null ? ['Max-Age=0'] : []),
    ...(headers.origin?.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
