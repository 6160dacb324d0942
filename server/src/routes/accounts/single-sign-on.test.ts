import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { capabilities } from '@interline/shared/contract'
import { answer, loginData } from '@interline/shared/contract/schemas'
import { openProviderBrowser } from '../../testing/single-sign-on/provider-browser.ts'
import { startIdentityProvider, type Person } from '../../testing/single-sign-on/identity-provider.ts'
import { field, origin, startTestServer, type TestServer } from '../../testing/test-server.ts'

const callback = 'http://api.test/api/v1/user/auth/sso/callback'
const owners = { groups: ['everybody', 'back-office-owners'] }
const person = (email: string, more: Person): Person => ({ email, email_verified: true, name: 'Ann Lee', ...more })
const people = new Map<string, Person>()

type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>
let provider: IdentityProvider
let server: TestServer

const settings = (issuer: string) => ({
  SSO_ISSUER: issuer,
  SSO_CLIENT_ID: 'interline',
  SSO_CLIENT_SECRET: 'a secret of the test, long enough',
  SSO_ALLOWED_DOMAINS: 'interline.test,office.test',
  SSO_ROLES: 'back-office-owners=owner,back-office=admin,staff=support,guests=viewer',
  SSO_NAME: 'Office Login',
  DEMO_ROWS: '2',
})
const client = {
  clientId: 'interline',
  clientSecret: 'a secret of the test, long enough',
  redirectUris: [callback],
  postLogoutRedirectUris: [`${origin}/`],
  people,
}

beforeAll(async () => {
  provider = await startIdentityProvider(client)
  server = await startTestServer('PGlite', settings(provider.issuer))
})
afterEach(() => provider.spoil(undefined))
afterAll(async () => {
  await server.close()
  await provider.close()
})

const newVerifier = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Where a call of the browser to the API leads it. */
async function redirectOf(url: string, from = server): Promise<string> {
  const { pathname, search } = new URL(url, 'http://api.test')
  const { statusCode, headers, body } = await from.app.inject({ url: pathname + search })
  expect([statusCode, body]).toEqual([302, ''])
  return String(headers.location)
}

const beginUrl = (verifier: string, path = '/drivers?page=2') =>
  `/api/v1/user/auth/sso?${new URLSearchParams({ challenge: challengeOf(verifier), return_to: `${origin}${path}` }).toString()}`

/** Begins at the page, signs in at the provider, and returns where that sends the browser. */
async function throughProvider(login: string, { from = server, verifier = newVerifier() } = {}) {
  const browser = openProviderBrowser()
  return browser.signIn(await redirectOf(beginUrl(verifier), from), login)
}

/** The whole way of a browser: to the provider and back to the page. */
async function signIn(login: string, from = server) {
  const verifier = newVerifier()
  const page = new URL(await redirectOf(await throughProvider(login, { from, verifier }), from))
  const hash = new URLSearchParams(page.hash.slice(1))
  return { page, code: hash.get('sso-code') ?? '', failure: hash.get('sso-failure'), verifier }
}

const exchange = ({ code, verifier }: { code: string; verifier: string }, from = server, kind = 'sso') =>
  from.call('POST', '/user/auth/sign-in-code', { body: { code, verifier, from: kind } })

async function signedIn(login: string, from = server) {
  const { code, verifier } = await signIn(login, from)
  const { status, body } = await exchange({ code, verifier }, from)
  expect([status, code]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)])
  return answer(loginData).parse(body).data
}

const entriesOf = (act: string) =>
  server.db.selectFrom('audit').selectAll().where('act', '=', act).orderBy('sequence', 'desc').execute()
const accountOf = (email: string) =>
  server.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()
const failureOf = async (login: string) => (await signIn(login)).failure

/** A session of somebody who signed in long ago, and a browser that the provider knows still. */
async function longSignedIn(login: string) {
  const [browser, verifier] = [openProviderBrowser(), newVerifier()]
  const page = await redirectOf(await browser.signIn(await redirectOf(beginUrl(verifier)), login))
  const code = new URLSearchParams(new URL(page).hash.slice(1)).get('sso-code') ?? ''
  const { token, user, backend } = answer(loginData).parse((await exchange({ code, verifier })).body).data
  expect(backend).toEqual(capabilities)
  await server.db
    .updateTable('sessions')
    .set({ confirmedAt: new Date(0) })
    .where('personId', '=', user._id)
    .execute()
  return { browser, token }
}

/** Signs in once more to confirm; returns with what the browser comes back. */
async function confirmAtProvider(browser: ReturnType<typeof openProviderBrowser>, login: string) {
  const verifier = newVerifier()
  const to = await redirectOf(`${beginUrl(verifier)}&purpose=confirm`)
  const page = new URL(await redirectOf(await browser.signIn(to, login)))
  const hash = new URLSearchParams(page.hash.slice(1))
  return { to, page, code: hash.get('sso-confirm') ?? '', failure: hash.get('sso-confirm-failure'), verifier }
}
const confirmWith = ({ code, verifier }: { code: string; verifier: string }, token: string) =>
  server.call('POST', '/admin/account/confirm/sign-in', { token, body: { code, verifier } })
const guarded = (token: string) => server.call('POST', '/admin/policy', { token, body: { idle_minutes: null } })

describe('a confirmation at the provider', () => {
  beforeAll(() => {
    people.set('cora', person('cora@office.test', { groups: ['back-office-owners'] }))
    people.set('carl', person('carl@office.test', { groups: ['back-office-owners'] }))
  })
  // The tests below are about an installation with one owner and no policy.
  afterAll(async () => {
    await server.db.deleteFrom('policy').execute()
    await server.db
      .updateTable('people')
      .set({ admin_role: 'viewer' })
      .where('email', 'in', ['cora@office.test', 'carl@office.test'])
      .execute()
  })

  it('is offered to who signs in there, asks anew also where it knows them still, and holds', async () => {
    const { browser, token } = await longSignedIn('cora')
    expect((await guarded(token)).status).toBe(403)
    const { body } = await server.call('POST', '/admin/account/confirm/begin', { token })
    expect(body).toMatchObject({ data: { methods: [], provider: 'Office Login' } })
    const given = await confirmAtProvider(browser, 'cora')
    expect(Object.fromEntries(new URL(given.to).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    expect([given.page.pathname, given.page.search]).toEqual(['/drivers', '?page=2'])
    expect((await confirmWith(given, token)).status).toBe(200)
    expect((await guarded(token)).status).toBe(200)
    expect((await confirmWith(given, token)).status).toBe(400)
  })

  it('is no session, and a sign-in is no confirmation', async () => {
    const { browser, token } = await longSignedIn('cora')
    const given = await confirmAtProvider(browser, 'cora')
    expect((await exchange(given)).status).toBe(400)
    const { code, verifier } = await signIn('cora')
    expect((await confirmWith({ code, verifier }, token)).status).toBe(400)
    expect((await guarded(token)).status).toBe(403)
  })

  it('is nobody else’s, and needs the value of the browser that began it', async () => {
    const { token } = await longSignedIn('cora')
    const carl = await longSignedIn('carl')
    const other = await confirmWith(await confirmAtProvider(carl.browser, 'carl'), token)
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('somebody else')])
    expect((await entriesOf('refused-second-factor'))[0]?.after).toEqual({ method: 'sso', reason: 'other-account' })
    const own = await confirmAtProvider(openProviderBrowser(), 'cora')
    expect((await confirmWith({ code: own.code, verifier: newVerifier() }, token)).status).toBe(400)
    expect((await guarded(token)).status).toBe(403)
  })

  it('makes no account of who has none', async () => {
    people.set('nina', person('nina@office.test', { groups: ['staff'] }))
    expect((await confirmAtProvider(openProviderBrowser(), 'nina')).failure).toBe('other-account')
    expect(await accountOf('nina@office.test')).toBeUndefined()
  })

  it.each([
    ['an hour ago', { auth_time: Math.floor(Date.now() / 1000) - 3600 }],
    ['an hour from now', { auth_time: Math.floor(Date.now() / 1000) + 3600 }],
    ['nobody knows when', { auth_time: undefined }],
  ])('is none where the provider asked %s', async (_, claims) => {
    const { browser } = await longSignedIn('cora')
    provider.spoil({ claims })
    const { failure, code } = await confirmAtProvider(browser, 'cora')
    expect([failure, code]).toEqual(['not-anew', ''])
  })

  it('needs a session', async () => {
    expect((await confirmWith(await confirmAtProvider(openProviderBrowser(), 'cora'), '')).status).toBe(401)
  })
})

describe('single sign-on', () => {
  beforeAll(() => void people.set('ann', person('Ann@office.test', { groups: ['everybody', 'staff'] })))

  it('sends the browser to the provider with PKCE, a state and a nonce, each of its own', async () => {
    const [one, two] = await Promise.all([redirectOf(beginUrl(newVerifier())), redirectOf(beginUrl(newVerifier()))])
    const [first, second] = [new URL(one).searchParams, new URL(two).searchParams]
    expect(new URL(one).origin).toBe(provider.issuer)
    expect(Object.fromEntries(first)).toMatchObject({
      client_id: 'interline',
      redirect_uri: callback,
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.get(name), name).toMatch(/^[\w-]{43}$/)
      expect(first.get(name), name).not.toBe(second.get(name))
    }
  })

  it('makes an administrator with the role of the claim, and comes back to the address that was asked for', async () => {
    const { page, code, verifier } = await signIn('ann')
    expect([page.origin, page.pathname, page.search]).toEqual([origin, '/drivers', '?page=2'])
    expect(page.href).not.toContain('token')
    const { body } = await exchange({ code, verifier })
    const { token, user } = answer(loginData).parse(body).data
    expect(user).toMatchObject({ full_name: 'Ann Lee', email: 'Ann@office.test', admin_role: 'support' })
    expect((await server.call('GET', '/admin/users', { token })).status).toBe(200)
    expect((await server.call('GET', '/admin/audit', { token })).status).toBe(403)
    expect((await entriesOf('create'))[0]).toMatchObject({
      actorId: null,
      targetId: user._id,
      after: { email: 'Ann@office.test', admin_role: 'support', by: 'single sign-on' },
    })
    expect((await entriesOf('sign-in'))[0]).toMatchObject({ actorId: user._id, after: { method: 'sso' } })
    expect((await accountOf('Ann@office.test'))?.passwordHash).toBeNull()
    expect((await signedIn('ann')).user._id).toBe(user._id)
  })

  it('asks for no second factor of ours, also where the policy requires one of everybody', async () => {
    await server.db.insertInto('policy').values({ second_factor_required: true }).execute()
    const signed = await signedIn('ann')
    const { status } = await server.call('GET', '/admin/users', { token: signed.token })
    await server.db.deleteFrom('policy').execute()
    expect([signed.second_factor_setup_needed, status]).toEqual([undefined, 200])
  })

  it('links an administrator with the same mail address, whatever its case', async () => {
    people.set('theo', person('THEO@interline.test', { groups: 'back-office' }))
    const before = await accountOf('theo@interline.test')
    const { user } = await signedIn('theo')
    expect(user).toMatchObject({ _id: before?._id, email: 'theo@interline.test', admin_role: 'admin' })
    expect((await entriesOf('link-identity'))[0]).toMatchObject({ targetId: before?._id })
    // Known by what the provider calls them from now on, whatever address that names.
    people.set('theo', person('theodor@office.test', { groups: 'back-office' }))
    expect((await signedIn('theo')).user._id).toBe(before?._id)
  })

  it('uses up the invitation of who is invited and signs in there', async () => {
    const token = await server.signIn()
    const invite = { full_name: 'Noor Haddad', email: 'noor@office.test', admin_role: 'viewer' }
    const { body } = await server.call('POST', '/admin/administrators/invite', { token, body: invite })
    people.set('noor', person('noor@office.test', { groups: ['staff'] }))
    const { user } = await signedIn('noor')
    expect(user).toMatchObject({ full_name: 'Noor Haddad', admin_role: 'support' })
    expect(user._id).toBe(field(body, 'data.administrator._id'))
    expect(await server.db.selectFrom('invitations').selectAll().execute()).toEqual([])
  })

  it.each([
    ['another domain', 'domain', person('eve@elsewhere.test', owners)],
    ['a domain that ends alike', 'domain', person('eve@not-office.test', owners)],
    ['an address that is not verified', 'unverified', { ...person('eve@office.test', owners), email_verified: false }],
    ['no word on whether it is verified', 'unverified', { email: 'eve@office.test', ...owners }],
    ['no address', 'unverified', { email_verified: true, ...owners }],
    ['no role', 'role', person('eve@office.test', { groups: ['everybody'] })],
    ['no claim with a role', 'role', person('eve@office.test', {})],
  ])('refuses %s, and the audit has it', async (_what, reason, claims) => {
    people.set('eve', claims)
    const { page, failure, code } = await signIn('eve')
    expect([failure, code, page.pathname]).toEqual([reason, '', '/drivers'])
    expect(await accountOf('eve@office.test')).toBeUndefined()
    expect((await entriesOf('refused-sign-in'))[0]).toMatchObject({
      actorId: null,
      after: { method: 'sso', reason, ...(claims.email !== undefined && { email: claims.email }) },
    })
  })

  it('takes the address of a driver, and refuses one that the provider gave to somebody else', async () => {
    const driver = await server.db.selectFrom('people').select('_id').where('role', '=', 'driver').executeTakeFirst()
    await server.db
      .updateTable('people')
      .set({ email: 'driver@office.test' })
      .where('_id', '=', driver?._id ?? '')
      .execute()
    people.set('dan', person('driver@office.test', { groups: 'staff' }))
    expect((await signedIn('dan')).user.email).toBe('driver@office.test')
    people.set('first', person('shared@office.test', { groups: 'staff' }))
    people.set('second', person('shared@office.test', owners))
    await signedIn('first')
    expect(await failureOf('second')).toBe('other-account')
    expect(await accountOf('shared@office.test')).toMatchObject({ admin_role: 'support' })
  })

  it('gives the role of the claim at each sign-in, in sessions that are open too', async () => {
    people.set('ines', person('ines@interline.test', { groups: ['guests', 'back-office'] }))
    const { token, user } = await signedIn('ines')
    expect(user.admin_role).toBe('admin')
    expect((await server.call('GET', '/admin/audit', { token })).status).toBe(200)
    people.set('ines', person('ines@interline.test', { groups: ['guests'] }))
    expect((await signedIn('ines')).user.admin_role).toBe('viewer')
    expect((await server.call('GET', '/admin/audit', { token })).status).toBe(403)
    expect((await entriesOf('change-role'))[0]).toMatchObject({
      actorId: null,
      targetId: user._id,
      before: { admin_role: 'admin' },
      after: { admin_role: 'viewer', by: 'single sign-on' },
    })
  })

  it('ends the sessions of who lost the role, and of nobody else', async () => {
    people.set('lena', person('lena@office.test', { groups: ['staff'] }))
    const { token, user } = await signedIn('lena')
    const other = (await signedIn('ann')).token
    const isIn = async (by: string) => (await server.call('GET', '/admin/users', { token: by })).status
    people.set('lena', person('lena@office.test', { groups: ['everybody'] }))
    expect(await failureOf('lena')).toBe('role')
    await expect.poll(() => isIn(token)).toBe(401)
    expect(await isIn(other)).toBe(200)
    expect((await entriesOf('refused-sign-in'))[0]).toMatchObject({ targetId: user._id, after: { reason: 'role' } })
  })

  it('ends no session where groups are left out since they are too many', async () => {
    people.set('mia', person('mia@office.test', { groups: ['staff'] }))
    const { token } = await signedIn('mia')
    people.set('mia', person('mia@office.test', {}))
    provider.spoil({ claims: { _claim_names: { groups: 'src1' } } })
    expect(await failureOf('mia')).toBe('role')
    expect((await server.call('GET', '/admin/users', { token })).status).toBe(200)
  })

  it('takes an address and what is said of it from one source', async () => {
    // The user info says of another address that it is verified.
    provider.spoil({ claims: { email: 'boss@office.test' } })
    expect(await failureOf('ann')).toBe('unverified')
    expect(await accountOf('boss@office.test')).toBeUndefined()
  })

  it('refuses an empty subject', async () => {
    provider.spoil({ claims: { sub: '' } })
    expect(await failureOf('ann')).toBe('rejected')
  })

  it('never takes the role of the last active owner', async () => {
    people.set('admin', person('admin@interline.test', { groups: ['guests'] }))
    expect((await signedIn('admin')).user.admin_role).toBe('owner')
    people.set('olga', person('olga@office.test', owners))
    await signedIn('olga')
    expect((await signedIn('admin')).user.admin_role).toBe('viewer')
    people.set('admin', person('admin@interline.test', owners))
    expect((await signedIn('admin')).user.admin_role).toBe('owner')
  })

  it('keeps out who is disabled, also between the provider and the page', async () => {
    people.set('jonas', person('jonas@interline.test', { groups: ['guests'] }))
    const [owner, { code, verifier }] = [await server.signIn(), await signIn('jonas')]
    const _id = (await accountOf('jonas@interline.test'))?._id
    expect((await server.call('POST', '/admin/administrators/disable', { token: owner, body: { _id } })).status).toBe(
      200,
    )
    expect((await exchange({ code, verifier })).status).toBe(400)
    expect(await failureOf('jonas')).toBe('disabled')
    expect((await entriesOf('refused-sign-in'))[0]).toMatchObject({ targetId: _id, after: { reason: 'disabled' } })
  })

  it('takes a code once, and from the browser alone that began', async () => {
    const { code, verifier } = await signIn('ann')
    expect((await exchange({ code, verifier })).status).toBe(200)
    expect((await exchange({ code, verifier })).status).toBe(400)
    const stolen = await signIn('ann')
    expect((await exchange({ code: stolen.code, verifier: newVerifier() })).status).toBe(400)
    expect((await exchange(stolen)).status).toBe(400)
    expect((await exchange({ code: newVerifier(), verifier })).status).toBe(400)
    expect((await exchange(await signIn('ann'), server, 'link')).status).toBe(400)
    const late = await signIn('ann')
    await server.db
      .updateTable('sign_in_codes')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute()
    expect((await exchange(late)).status).toBe(400)
  })

  it('takes a state once, and for ten minutes', async () => {
    const back = await throughProvider('ann')
    expect(await redirectOf(back)).toContain('#sso-code=')
    expect(await redirectOf(back)).toBe(`${origin}/#sso-failure=expired`)
    const made = await throughProvider('ann')
    expect(await redirectOf(made.replace(/state=[^&]*/, `state=${newVerifier()}`))).toContain('#sso-failure=expired')
    await server.db
      .updateTable('begun_sign_ins')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute()
    expect(await redirectOf(made)).toContain('#sso-failure=expired')
    expect(await redirectOf(callback)).toContain('#sso-failure=expired')
  })

  it('refuses the code of one sign-in under the state of another', async () => {
    const [one, two] = [new URL(await throughProvider('ann')), new URL(await throughProvider('ann'))]
    one.searchParams.set('code', two.searchParams.get('code') ?? '')
    expect(await redirectOf(one.href)).toContain('#sso-failure=rejected')
  })

  it.each([
    ['signed by another key', { byAnotherKey: true }],
    ['without a signature', { unsigned: true }],
    ['for another client', { claims: { aud: 'somebody-else' } }],
    ['of another issuer', { claims: { iss: 'https://elsewhere.test' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
  ])('refuses an id token %s', async (_what, forgery) => {
    const back = await throughProvider('ann')
    provider.spoil(forgery)
    expect(await redirectOf(back)).toBe(`${origin}/drivers?page=2#sso-failure=rejected`)
  })

  it('takes what a forgery would spoil when it is right', async () => {
    const back = await throughProvider('ann')
    provider.spoil({ claims: {} })
    expect(await redirectOf(back)).toContain('#sso-code=')
  })

  it.each([
    ['another origin', { return_to: 'https://elsewhere.test/drivers' }, 'return_to'],
    ['an origin that begins alike', { return_to: `${origin}.elsewhere.test/` }, 'return_to'],
    ['no address', { return_to: 'javascript:alert(1)' }, 'return_to'],
    ['a challenge that is none', { challenge: 'short' }, 'challenge'],
  ])('refuses to begin for %s', async (_what, wrong, name) => {
    const query = { challenge: challengeOf(newVerifier()), return_to: `${origin}/`, ...wrong }
    const { status, body } = await server.call('GET', `/user/auth/sso?${new URLSearchParams(query).toString()}`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(`"field":"${name}"`)
  })

  it('says that somebody stopped at the provider', async () => {
    const { searchParams } = new URL(await redirectOf(beginUrl(newVerifier())))
    const query = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
      iss: provider.issuer,
    })
    expect(await redirectOf(`${callback}?${query.toString()}`)).toContain('#sso-failure=cancelled')
  })

  it('leads to the end of the session at the provider, and back to the page', async () => {
    const { token } = await signedIn('ann')
    const logout = () => server.call('POST', '/user/auth/logout', { token, headers: { origin } })
    const url = new URL(field<string>((await logout()).body, 'end_session_url'))
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`)
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect((await logout()).status).toBe(401)
    const byPassword = await server.signIn('ines@interline.test')
    const { body } = await server.call('POST', '/user/auth/logout', { token: byPassword })
    expect(body).toEqual({ success: true })
  })
})

it('signs a public client in by PKCE alone, with claims of the id token', async () => {
  const { clientSecret: _secret, ...publicClient } = client
  const other = await startIdentityProvider({ ...publicClient, claimsInIdToken: true })
  const nested = { SSO_CLIENT_SECRET: '', SSO_ROLE_CLAIM: 'realm_access.roles' }
  const own = await startTestServer('PGlite', { ...settings(other.issuer), ...nested })
  people.set('pia', person('pia@office.test', { realm_access: { roles: ['back-office'] } }))
  expect((await signedIn('pia', own)).user.admin_role).toBe('admin')
  await own.close()
  await other.close()
})

it('goes on with passwords while the provider is away, and finds it when it is back', async () => {
  const gone = await startIdentityProvider(client)
  await gone.close()
  const own = await startTestServer('PGlite', settings(gone.issuer))
  expect(await redirectOf(beginUrl(newVerifier()), own)).toBe(`${origin}/drivers?page=2#sso-failure=away`)
  expect(await own.signIn()).toHaveLength(43)
  const back = await startIdentityProvider({ ...client, port: Number(new URL(gone.issuer).port) })
  const returned = await throughProvider('ann', { from: own })
  await back.close()
  expect(await redirectOf(returned, own)).toBe(`${origin}/drivers?page=2#sso-failure=away`)
  await own.close()
})

it('knows nothing of it without settings', async () => {
  const own = await startTestServer('PGlite', { DEMO_ROWS: '2' })
  expect((await own.call('GET', beginUrl(newVerifier()))).status).toBe(404)
  expect((await own.call('GET', '/user/auth/sso/callback?code=a&state=b')).status).toBe(404)
  await own.close()
})

it('switches the passwords of administrators off, and those of drivers and users not', async () => {
  const own = await startTestServer('PGlite', { ...settings(provider.issuer), SSO_PASSWORDS: 'off' })
  const admin = { email: 'admin@interline.test', password: 'interline-demo' }
  const { status, body } = await own.call('POST', '/user/auth/admin-login', { body: admin })
  expect([status, body]).toEqual([403, expect.objectContaining({ detail: 'Sign in with Office Login instead.' })])
  const driver = await own.db.selectFrom('people').select('email').where('role', '=', 'driver').executeTakeFirst()
  const login = { email: driver?.email, password: 'interline-demo' }
  expect((await own.call('POST', '/user/auth/login', { body: login })).status).toBe(200)
  await own.call('POST', '/user/auth/forgot-password', { body: { email: admin.email } })
  await own.call('POST', '/user/auth/forgot-password', { body: { email: driver?.email } })
  await expect
    .poll(() => own.db.selectFrom('password_resets').select('personId').execute())
    .toEqual([{ personId: expect.not.stringMatching('65a1b2c30000000000000001') as unknown }])
  await own.close()
})
