import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowDevOverride, revokeDevOverride } from '../release/dev-override/allow-dev-override.ts'
import { codeOf, DevOverrides, readCode } from '../release/dev-override/dev-overrides.ts'
import { pin } from '../release/commit/plan-and-commit.ts'
import { allowDevOrigin } from '../release/store/policy.ts'
import type { ReleaseStore } from '../release/store/store.ts'
import { mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { serveShell } from './serve-shell.ts'

const devOrigin = 'http://localhost:3190'
const options = { remote: 'drivers', origin: devOrigin, admin: 'mara@office.test', hours: 8 }
const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const servers: Server[] = []
const warnings: string[] = []
let store: ReleaseStore
let origin: string
/** What the API was asked, and how it answers besides. */
let calls: { path: string; body: unknown; authorization: string | undefined }[]
let spoiled: ((path: string) => number | null) | null

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0)
  servers.push(server)
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** A backend that knows no more of people than the sign-in of SPEC §7. */
const api: RequestListener = (request, response) => {
  void (async () => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = JSON.parse(text || '{}') as { email?: string; password?: string }
    calls.push({ path: request.url ?? '', body, authorization: request.headers.authorization })
    const status = spoiled?.(request.url ?? '')
    if (status) return response.writeHead(status).end(status === 200 ? '<h1>gateway</h1>' : '{"success":false}')
    if (request.url !== '/api/v1/user/auth/admin-login') return response.writeHead(404).end('{}')
    if (body.email !== options.admin || body.password !== 'right')
      return response.writeHead(401).end('{"success":false}')
    return response
      .writeHead(200)
      .end(JSON.stringify({ success: true, data: { token: `token-${calls.length}`, user: { _id: 'a1' } } }))
  })()
}

beforeEach(async () => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  allowDevOrigin(store, devOrigin)
  ;[calls, spoiled] = [[], null]
  warnings.length = 0
  const apiUrl = await serve(api)
  origin = await serve(serveShell(store.folder, pageSettings(apiUrl), (line) => warnings.push(line)))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const newCode = (differ: Partial<typeof options> = {}) => allowDevOverride(store, { ...options, ...differ }, mara)
const post = async (body: unknown, headers: Record<string, string> = own) => {
  const response = await fetch(`${origin}/grants`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie'),
    body: (await response.json()) as { refused?: string; token?: string },
  }
}
const page = (cookie?: string | null, path = '/drivers') =>
  fetch(origin + path, { headers: { accept: 'text/html', ...(cookie && { cookie: cookie.split(';')[0] ?? '' }) } })
const inlined = (html: string) => /id="interline-grant">(.*?)<\/script>/.exec(html)?.[1] ?? null

async function active() {
  const { override, code } = newCode()
  const { cookie, body } = await post({ code, password: 'right' })
  return { override, code, cookie: cookie ?? '', token: body.token ?? '' }
}

describe('a code that is pasted', () => {
  it('is taken once the granted person signs in anew; the cookie is for this browser alone, and the token is that session’s', async () => {
    const { override, code } = newCode()
    const { status, cookie, body } = await post({ code, password: 'right' })
    expect([status, body]).toEqual([200, { token: 'token-1', user: { _id: 'a1' } }])
    expect(cookie).toMatch(
      new RegExp(
        `^interline-grant=${override.id}\\.[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=28\\d{3}$`,
      ),
    )
    expect(calls.map(({ path, body: sent }) => [path, sent])).toEqual([
      ['/api/v1/user/auth/admin-login', { email: options.admin, password: 'right' }],
    ])
    const stored = readFileSync(join(store.folder, 'grants', `${override.id}.used.json`), 'utf8')
    expect(JSON.parse(stored)).toMatchObject({ session: sha256('token-1') })
    expect(stored).not.toContain(cookie?.split(';')[0]?.split('.')[1] ?? 'no secret')
  })

  it('gives a cookie that no other host and no plain connection can write, where the page is encrypted', async () => {
    const { cookie } = await post(
      { code: newCode().code, password: 'right' },
      { ...own, origin: 'https://office.test' },
    )
    expect(cookie).toMatch(/^__Host-interline-grant=.*; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/)
  })

  it('is refused a second time, also at the same moment, and the session that it opened in vain is ended', async () => {
    const { code } = newCode()
    const both = await Promise.all([post({ code, password: 'right' }), post({ code, password: 'right' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await expect
      .poll(() =>
        calls.some(
          ({ path, authorization }) => path.endsWith('/auth/logout') && authorization?.startsWith('Bearer token-'),
        ),
      )
      .toBe(true)
    expect(await post({ code, password: 'right' })).toMatchObject({
      status: 409,
      cookie: null,
      body: { refused: 'used' },
    })
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }, 403, 'cross-site'],
    [
      'a neighbour of the same site',
      { 'sec-fetch-site': 'same-site', 'content-type': 'application/json' },
      403,
      'cross-site',
    ],
    ['who does not say from where', { 'content-type': 'application/json' }, 403, 'cross-site'],
    ['a form', { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }, 400, 'not-understood'],
  ])('is not taken from %s', async (_, headers, status, refused) => {
    const { code } = newCode()
    expect(await post({ code, password: 'right' }, headers)).toMatchObject({ status, cookie: null, body: { refused } })
    expect(calls).toEqual([])
  })

  it.each([
    ['no code', { code: 'abc', password: 'right' }, 'not-a-code'],
    ['no password', { code: 'abc' }, 'not-understood'],
    ['no JSON', '{', 'not-understood'],
    ['too much', { code: 'x'.repeat(9000), password: 'right' }, 'not-understood'],
  ])('is refused when it is %s', async (_, body, refused) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { refused } })
  })

  it('is refused when somebody else signed it, or signed nothing of it', async () => {
    const { code } = newCode()
    const { text, signature } = readCode(code ?? '') ?? { text: '', signature: { keyId: '', signature: '' } }
    const thief = generateKeyPairSync('ed25519').privateKey
    const forged = text.replace(devOrigin, 'http://localhost:6666')
    for (const one of [
      { text: forged, signature },
      {
        text: forged,
        signature: { ...signature, signature: sign(null, Buffer.from(forged), thief).toString('base64') },
      },
      { text, signature: { ...signature, signature: sign(null, Buffer.from(text), thief).toString('base64') } },
    ]) {
      expect(await post({ code: codeOf(one), password: 'right' })).toMatchObject({
        status: 403,
        body: { refused: 'not-signed' },
      })
    }
    // Who can write the folder but has no key gains nothing either.
    const { id } = JSON.parse(text) as { id: string }
    const stranger = {
      text: forged,
      signature: { ...signature, signature: sign(null, Buffer.from(forged), thief).toString('base64') },
    }
    writeFileSync(join(store.folder, 'grants', `${id}.json`), JSON.stringify(stranger))
    expect(await post({ code: codeOf(stranger), password: 'right' })).toMatchObject({
      status: 403,
      body: { refused: 'not-signed' },
    })
    expect(calls).toEqual([])
  })

  it('is refused when it was revoked, when its time is over, and when its origin left the list', async () => {
    const revoked = newCode()
    revokeDevOverride(store, revoked.override.id, mara)
    expect(await post({ code: revoked.code, password: 'right' })).toMatchObject({
      status: 410,
      body: { refused: 'ended' },
    })
    const short = newCode({ hours: 1 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 })
    expect(await post({ code: short.code, password: 'right' })).toMatchObject({
      status: 410,
      body: { refused: 'expired' },
    })
    vi.useRealTimers()
    const { code } = newCode()
    writeFileSync(join(store.folder, 'policy.json'), '{}')
    expect(await post({ code, password: 'right' })).toMatchObject({ status: 403, body: { refused: 'not-allowed' } })
    expect(calls).toEqual([])
  })

  it('is of no use after five wrong passwords, so that who found it cannot guess', async () => {
    const { code } = newCode()
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await post({ code, password: 'wrong' })).toMatchObject({
        status: 401,
        cookie: null,
        body: { refused: 'password' },
      })
    expect(await post({ code, password: 'right' })).toMatchObject({ status: 410, body: { refused: 'ended' } })
  })

  it.each([
    [500, 'api', 502],
    [200, 'api', 502],
    [404, 'api', 502],
    [429, 'too-many', 429],
  ])('says so when the API answers %i, and can be pasted again', async (status, refused, answered) => {
    const { code } = newCode()
    spoiled = () => status
    expect(await post({ code, password: 'right' })).toMatchObject({ status: answered, body: { refused } })
    spoiled = null
    expect((await post({ code, password: 'right' })).status).toBe(200)
  })

  it('is not asked for without end', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => post({ code: 'abc', password: 'x' })))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(3)
  })
})

describe('a page', () => {
  it('carries the grant of its browser: the signed text, and the hash of the one session; its policy has that origin besides', async () => {
    const { override, cookie, token } = await active()
    const response = await page(cookie)
    const html = await response.text()
    const { text, session } = JSON.parse(inlined(html) ?? '{}') as { text: string; session: string }
    expect([JSON.parse(text), session]).toEqual([override, sha256(token)])
    expect(html).not.toContain(cookie.split(';')[0]?.split('.')[1])
    const policy = response.headers.get('content-security-policy') ?? ''
    for (const directive of ['script-src', 'style-src', 'font-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${devOrigin}(;| )`))
    expect(response.headers.get('integrity-policy')).toContain('blocked-destinations=(script)')
    expect(html).not.toMatch(/rel="preload"[^>]*localhost:3001/)
  })

  it.each([
    ['without a cookie', () => null],
    ['with a guessed secret', (cookie: string) => cookie.replace(/\.[^;]+/, `.${'A'.repeat(43)}`)],
    ['with a grant that nobody used', () => `interline-grant=${newCode().override.id}.x`],
    ['with a path for an id', () => 'interline-grant=../keys/keys.x'],
    ['with its code in the address', (_: string, code: string) => code],
  ])('is as always %s', async (_, cookieOf) => {
    const { cookie, code } = await active()
    const presented = cookieOf(cookie, code ?? '')
    const response = presented?.startsWith('eyJ')
      ? await page(null, `/drivers?grant=${presented}&interline-grant=${presented}`)
      : await page(presented)
    expect(inlined(await response.text())).toBeNull()
    expect(response.headers.get('content-security-policy')).not.toContain(devOrigin)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it.each([
    ['was revoked', (id: string) => void revokeDevOverride(store, id, mara)],
    ['lost its origin', () => writeFileSync(join(store.folder, 'policy.json'), '{}')],
    [
      'lost its key',
      () => {
        const { id } = store.keys.active()
        store.keys.rotate()
        store.keys.retire(id)
      },
    ],
  ])('is as always when the grant %s, and the cookie is taken back', async (_, end) => {
    const { override, cookie } = await active()
    end(override.id)
    const response = await page(cookie)
    // A release whose key is retired is still served; browsers have their own word on that.
    expect([response.status, inlined(await response.text())]).toEqual([200, null])
    expect(response.headers.get('content-security-policy')).not.toContain(devOrigin)
    expect(response.headers.get('set-cookie')).toMatch(
      /^interline-grant=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0$/,
    )
  })

  it('is served when policy or grant cannot be read, without the grant; the log says so', async () => {
    const { override, cookie } = await active()
    writeFileSync(join(store.folder, 'policy.json'), '{')
    expect([(await page(cookie)).status, (await page()).status]).toEqual([200, 200])
    writeFileSync(join(store.folder, 'policy.json'), '{}')
    writeFileSync(join(store.folder, 'grants', `${override.id}.json`), '{')
    const response = await page(cookie)
    expect([response.status, inlined(await response.text())]).toEqual([200, null])
    expect(warnings.join()).toMatch(/grants: .*policy\.json: is not JSON.*grants: .*\.json: is not JSON/)
  })

  it('says whether a part may run from source here, for the menu', async () => {
    expect(await (await page()).text()).toContain('"partsFromSource":true')
    writeFileSync(join(store.folder, 'policy.json'), '{}')
    expect(await (await page()).text()).toContain('"partsFromSource":false')
  })
})

describe('an open page', () => {
  const send = (method: string, cookie: string, site = 'same-origin') =>
    fetch(`${origin}/grants`, {
      method,
      headers: { accept: 'application/json', 'sec-fetch-site': site, cookie: cookie.split(';')[0] ?? '' },
    })

  it('gets the end of its grant, and that it was revoked', async () => {
    const { override, cookie } = await active()
    const before = await send('GET', cookie)
    expect([before.status, await before.json()]).toEqual([200, { expiresAt: override.expiresAt }])
    revokeDevOverride(store, override.id, mara)
    expect((await send('GET', cookie)).status).toBe(404)
  })

  it('leaves: the grant ends, the cookie is taken back; no other site can do that', async () => {
    const { override, cookie } = await active()
    expect((await send('DELETE', cookie, 'cross-site')).status).toBe(403)
    expect((await send('GET', cookie)).status).toBe(200)
    const left = await send('DELETE', cookie)
    expect([left.status, left.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(new DevOverrides(store).find(override.id)?.ended).toMatchObject({ by: options.admin, reason: 'left' })
    expect(inlined(await (await page(cookie)).text())).toBeNull()
    expect(readdirSync(join(store.folder, 'grants')).sort()).toEqual([
      `${override.id}.ended.json`,
      `${override.id}.json`,
      `${override.id}.used.json`,
    ])
  })
})
