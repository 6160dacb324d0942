import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commit } from '../release/commit/commit.ts'
import { pin } from '../release/commit/plan-and-commit.ts'
import { planPin } from '../release/plan/pin.ts'
import type { ReleaseStore } from '../release/store/store.ts'
import { mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { serveShell } from './serve-shell.ts'

const devOrigin = 'http://localhost:3190'
const wanted = { remote: 'drivers', origin: devOrigin }
const servers: Server[] = []
let store: ReleaseStore
let own: string

async function serve(devOverride: boolean): Promise<string> {
  const server = createServer(serveShell(store, { ...pageSettings(), devOverride })).listen(0)
  servers.push(server)
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  own = await serve(true)
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Sent = { method?: string; headers?: Record<string, string | undefined>; body?: unknown; at?: string }

/** `fetch` writes some of these headers itself; undefined leaves one away. */
async function send({ method = 'POST', headers = {}, body = wanted, at = own }: Sent = {}) {
  const given = { origin: at, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers }
  const request = httpRequest(`${at}/dev-override`, {
    method,
    headers: Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  })
  request.end(method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, cookie: response.headers['set-cookie']?.[0] ?? null, text }
}

const page = (cookie?: string | null, path = '/drivers', at = own) =>
  fetch(at + path, { headers: { accept: 'text/html', ...(cookie && { cookie: cookie.split(';')[0] ?? '' }) } })
const inlined = (html: string) => /id="interline-dev-override">(.*?)<\/script>/.exec(html)?.[1] ?? null

async function expectReleased(response: Response) {
  expect([response.status, inlined(await response.text())]).toEqual([200, null])
  expect(response.headers.get('content-security-policy')).not.toContain(devOrigin)
}

describe('a dev override', () => {
  it('is started by a page of the same origin, in a cookie of the browser’s session that no script reads', async () => {
    expect(await send()).toEqual({
      status: 204,
      cookie: `interline-dev-override=drivers@${devOrigin}; Path=/; HttpOnly; SameSite=Strict`,
      text: '',
    })
  })

  it('is started behind a proxy that ends TLS, in a cookie for encrypted connections alone', async () => {
    const headers = { host: 'office.test', origin: 'https://office.test' }
    expect((await send({ headers })).cookie).toMatch(/; HttpOnly; SameSite=Strict; Secure$/)
  })

  it('is started where a browser does not say from where it asks, as over plain http', async () => {
    expect((await send({ headers: { 'sec-fetch-site': undefined } })).status).toBe(204)
  })

  it.each(['http://localhost', 'http://localhost:3191', 'http://127.0.0.1:3190'])(
    'is started for %s',
    async (origin) => {
      const { cookie } = await send({ body: { ...wanted, origin } })
      expect(inlined(await (await page(cookie)).text())).toBe(JSON.stringify({ ...wanted, origin }))
    },
  )

  it.each<[string, Sent, number, string]>([
    ['a page of another origin', { headers: { origin: 'http://evil.test' } }, 403, 'cross-site'],
    ['a page of another port', { headers: { origin: 'http://localhost:8080' } }, 403, 'cross-site'],
    ['a page without an origin', { headers: { origin: 'null' } }, 403, 'cross-site'],
    ['a request that names no origin', { headers: { origin: undefined } }, 403, 'cross-site'],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'cross-site'],
    ['a neighbour of the same site', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'cross-site'],
    ['an address that was entered', { headers: { 'sec-fetch-site': 'none' } }, 403, 'cross-site'],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'not-json'],
    ['a form of plain text', { headers: { 'content-type': 'text/plain' } }, 415, 'not-json'],
    ['a request without a type', { headers: { 'content-type': undefined } }, 415, 'not-json'],
    ['a request that is no JSON', { body: '{' }, 400, 'not-understood'],
    ['a request with more than is asked for', { body: { ...wanted, admin: 'x' } }, 400, 'not-understood'],
    ['a request that is too long', { body: { ...wanted, remote: 'x'.repeat(2000) } }, 400, 'not-understood'],
    ['a request for a remote that is not released', { body: { ...wanted, remote: 'users' } }, 409, 'remote'],
  ])('is not started by %s', async (_, sent, status, refused) => {
    expect(await send(sent)).toEqual({ status, cookie: null, text: JSON.stringify({ refused }) })
  })

  it.each([
    'https://dev.test',
    'http://office.test:3190',
    'http://localhost.evil.test:3190',
    'http://localhost@evil.test',
    'http://192.168.1.5:3190',
    'http://0.0.0.0:3190',
    'https://localhost:3190',
    'http://localhost:3190/',
    'http://localhost:3190/app',
    'http://127.1:3190',
    'http://[::1]:3190',
    "http://localhost:3190; script-src 'unsafe-inline'",
    'javascript:alert(1)',
    '*',
    '',
  ])('is not started for the origin %j', async (origin) => {
    const text = JSON.stringify({ refused: 'origin' })
    expect(await send({ body: { ...wanted, origin } })).toEqual({ status: 400, cookie: null, text })
  })

  it('is ended by a page of the same origin and by no other site', async () => {
    const { cookie } = await send()
    const headers = { cookie: cookie?.split(';')[0], 'content-type': undefined }
    const refused = await send({ method: 'DELETE', headers: { ...headers, origin: 'http://evil.test' } })
    expect([refused.status, refused.cookie]).toEqual([403, null])
    const ended = await send({ method: 'DELETE', headers })
    expect(ended).toMatchObject({
      status: 204,
      cookie: 'interline-dev-override=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    })
  })
})

describe('a page', () => {
  it('says what to run from where, allows that origin besides, and names no file of the version that is replaced', async () => {
    const response = await page((await send()).cookie)
    const html = await response.text()
    expect(inlined(html)).toBe(JSON.stringify(wanted))
    const policy = response.headers.get('content-security-policy') ?? ''
    for (const directive of ['script-src', 'style-src', 'font-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${devOrigin}(;| |$)`))
    expect(response.headers.get('integrity-policy')).toContain('blocked-destinations=(script)')
    expect(html).not.toMatch(/rel="preload"[^>]*localhost:3001/)
  })

  it('of everybody else stays as it is while somebody runs a part from its source', async () => {
    const { cookie } = await send()
    await page(cookie)
    await expectReleased(await page())
    expect(inlined(await (await page(cookie)).text())).not.toBeNull()
  })

  it.each([
    ['a cookie that nobody was given', '/drivers', 'interline-dev-override=drivers@http://localhost:3191'],
    ['a cookie with a foreign origin', '/drivers', 'interline-dev-override=drivers@https://evil.test'],
    ['a cookie that is none', '/drivers', 'interline-dev-override=constructor'],
    ['an address', `/drivers?dev-override=drivers@${devOrigin}&remote=drivers&origin=${devOrigin}`, null],
    ['the address of the act', `/dev-override?remote=drivers&origin=${devOrigin}`, null],
  ])('is as always with %s', async (_, path, cookie) => {
    await send()
    const response = await page(cookie, path)
    expect(response.headers.get('set-cookie')).toBeNull()
    await expectReleased(response)
  })

  it('is as always once the release has that remote no more', async () => {
    const { cookie } = await send()
    commit(store, planPin(store, [putRemote(store, 'users')], mara, { removed: ['drivers'] }))
    await expectReleased(await page(cookie, '/users'))
  })

  it('says whether a part may run from its source here, for the menu', async () => {
    expect(await (await page()).text()).toContain('"devOverride":true')
    expect(await (await page(null, '/', await serve(false))).text()).not.toContain('"devOverride":true')
  })
})

describe('an origin that was started without DEV_OVERRIDE=on', () => {
  it('has no such calls, and a cookie changes nothing', async () => {
    const { cookie } = await send()
    const off = await serve(false)
    for (const method of ['POST', 'DELETE'])
      expect(await send({ method, at: off })).toEqual({ status: 404, cookie: null, text: 'not found' })
    await expectReleased(await page(cookie, '/drivers', off))
  })
})
