import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { WhileUnchanged } from '../../release/files/while-unchanged.ts'
import { DevOverrides, readCode, type KnownDevOverride } from '../../release/dev-override/dev-overrides.ts'
import { readPolicy } from '../../release/store/policy.ts'
import type { ReleaseStore } from '../../release/store/store.ts'
import type { DevOverride, PageDevOverride } from '../../schema/index.ts'
import { signInAt, signOutAt } from './sign-in.ts'
import {
  isSecret,
  newDevOverrideCookie,
  endedDevOverrideCookie,
  readDevOverrideCookie,
  sha256,
  type Presented,
} from './dev-override-cookie.ts'
import { always } from '../http/headers.ts'
import { perMinute } from '../http/request.ts'
import { jsonOf } from '../../schema/read-json.ts'
import { readText } from '../http/request.ts'

const longestRequest = 8192
const triesPerMinute = 20
const wrongPasswords = 5

const activation = z.strictObject({ code: z.string().min(1), password: z.string().min(1).max(1024) })

/** Why a code was not taken; the codes are stable, the shell has the words. */
type ActivationError =
  | 'cross-site'
  | 'not-understood'
  | 'too-many'
  | 'not-a-code'
  | 'not-signed'
  | 'used'
  | 'expired'
  | 'ended'
  | 'not-allowed'
  | 'part'
  | 'password'
  | 'api'

const statusOf: Record<ActivationError, number> = {
  'cross-site': 403,
  'not-understood': 400,
  'too-many': 429,
  'not-a-code': 400,
  'not-signed': 403,
  used: 409,
  expired: 410,
  ended: 410,
  'not-allowed': 403,
  part: 409,
  password: 401,
  api: 502,
}

type Done = { status: number; json?: object; cookie?: string }

/** A grant that goes into the page of this request. */
export type DevOverrideOfPage = { override: DevOverride; page: PageDevOverride }

/**
 * Dev overrides at the shell's origin. `POST /grants` `{code, password}` signs the named administrator in anew and
 * binds the override to that session and this browser, once; `GET /grants` says until when the one of this browser is
 * good; `DELETE /grants` ends it. `answers` returns whether the request was one of these.
 */
export function devOverridesOf(store: ReleaseStore, apiUrl: string, warn: (line: string) => void) {
  const overrides = new DevOverrides(store)
  const policies = new WhileUnchanged<'allowed', boolean>()
  const wrong = new Map<string, number>()
  const isTooMany = perMinute(triesPerMinute)

  async function activate(request: IncomingMessage): Promise<Done | ActivationError> {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return 'not-understood'
    if (isTooMany()) return 'too-many'
    const text = await readText(request, longestRequest)
    const parsed = activation.safeParse(text === null ? null : jsonOf(text))
    if (!parsed.success) return 'not-understood'
    const known = ofCode(overrides, parsed.data.code)
    if (typeof known === 'string') return known
    const { id, remote, admin, expiresAt } = known.override
    const state = overrides.stateOf(known)
    if (state !== 'waiting') return state === 'active' ? 'used' : state
    if (!store.live()?.remotes[remote]) return 'part'

    const opened = await signInAt(apiUrl, admin, parsed.data.password)
    if (opened === 'password') countWrong(id, admin)
    if (typeof opened === 'string') return opened
    const { secret, header } = newDevOverrideCookie(
      request,
      id,
      Math.max(1, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000)),
    )
    const isFirst = overrides.use(id, {
      at: new Date().toISOString(),
      secret: sha256(secret),
      session: sha256(opened.token),
    })
    if (isFirst) return { status: 200, json: opened, cookie: header }
    signOutAt(apiUrl, opened.token)
    return 'used'
  }

  /** Who found a code may not guess the password to it. */
  function countWrong(id: string, admin: string) {
    wrong.set(id, (wrong.get(id) ?? 0) + 1)
    if ((wrong.get(id) ?? 0) >= wrongPasswords) overrides.end(id, admin, `${wrongPasswords} wrong passwords`)
  }

  /** The grant that this browser holds the secret of. */
  function held({ id, secret }: Presented): KnownDevOverride | null {
    const known = overrides.find(id)
    return known?.used && isSecret(secret, known.used.secret) ? known : null
  }

  /** A policy or grant that cannot be read must not keep anybody from the released version. */
  function orElse<T>(otherwise: T, read: () => T): T {
    try {
      return read()
    } catch (error) {
      warn(`grants: ${error instanceof Error ? error.message : String(error)}`)
      return otherwise
    }
  }

  /** The grant that goes into the page of a request; the answer removes a cookie that is of no use any more. */
  const ofPage = (request: IncomingMessage, response: ServerResponse) =>
    orElse(null, () => readDevOverrideOfPage(request, response))

  /** Whether the policy names any origin to run a part from. */
  const areAllowed = () =>
    orElse(false, () =>
      policies.get(
        'allowed',
        () => [join(store.folder, 'policy.json')],
        () => readPolicy(store).devOrigins.length > 0,
      ),
    )

  function readDevOverrideOfPage(request: IncomingMessage, response: ServerResponse): DevOverrideOfPage | null {
    const presented = readDevOverrideCookie(request)
    const known = presented && held(presented)
    if (!presented || !known?.used) return null
    if (overrides.stateOf(known) === 'active')
      return { override: known.override, page: { ...known.signed, session: known.used.session } }
    response.setHeader('set-cookie', endedDevOverrideCookie(presented.name))
    return null
  }

  function leave(request: IncomingMessage): Done {
    const presented = readDevOverrideCookie(request)
    const known = presented && held(presented)
    if (!presented || !known) return { status: 204 }
    overrides.end(known.override.id, known.override.admin, 'left')
    return { status: 204, cookie: endedDevOverrideCookie(presented.name) }
  }

  async function act(request: IncomingMessage, response: ServerResponse): Promise<Done | ActivationError> {
    // Browsers say where a request comes from wherever they have the cryptography that a grant needs; who does not say
    // is refused.
    if (request.headers['sec-fetch-site'] !== 'same-origin') return 'cross-site'
    if (request.method === 'POST') return activate(request)
    if (request.method === 'DELETE') return leave(request)
    const page = ofPage(request, response)
    return page
      ? { status: 200, json: { expiresAt: page.override.expiresAt } }
      : { status: 404, json: { refused: 'ended' } }
  }

  function answers(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, headers } = request
    const isPageRequest = method === 'GET' && headers.accept?.includes('text/html')
    if (request.url?.split('?')[0] !== '/grants' || isPageRequest || !['POST', 'GET', 'DELETE'].includes(method ?? ''))
      return false
    const answer = ({ status, json, cookie }: Done) => {
      if (cookie) response.setHeader('set-cookie', cookie)
      response
        .writeHead(status, { ...always, 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(json && JSON.stringify(json))
    }
    void act(request, response)
      .then((done) => (typeof done === 'string' ? { status: statusOf[done], json: { refused: done } } : done))
      .catch((error: unknown) => {
        warn(`grants: ${error instanceof Error ? error.message : String(error)}`)
        return { status: 500, json: { refused: 'failed' } }
      })
      .then(answer)
    return true
  }

  return { answers, ofPage, areAllowed }
}

/** The grant of a code: signed here, and kept here, so that it can be ended here. */
function ofCode(overrides: DevOverrides, code: string): KnownDevOverride | ActivationError {
  const signed = readCode(code)
  if (!signed) return 'not-a-code'
  const { id } = (jsonOf(signed.text) ?? {}) as { id?: unknown }
  const known = typeof id === 'string' ? overrides.find(id) : null
  return known?.signed.text === signed.text && known.signed.signature.signature === signed.signature.signature
    ? known
    : 'not-signed'
}
