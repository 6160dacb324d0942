import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { problemCodes } from '@interline/shared/contract'
import {
  answer,
  loginData,
  newAuthenticator,
  newPasskey,
  ownSecondFactor,
  problem,
  recoveryCodes,
  secondFactorNeeded,
} from '@interline/shared/contract/schemas'
import { MemoryLimit } from '../../../auth/memory-limit.ts'
import { findAccount, setPassword } from '../../../repositories/accounts/accounts.ts'
import { revokeSessionsOf } from '../../../repositories/accounts/sessions.ts'
import { connectSocket } from '../../../testing/socket-client.ts'
import { softwarePasskey } from '../../../testing/software-passkey.ts'
import { describeOnDatabase } from '../../../testing/services.ts'
import { origin, startTestServer, type TestServer } from '../../../testing/test-server.ts'

const [maya, theo] = ['65a1b2c30000000000000001', '65a1b2c30000000000000002']
const email = 'theo@interline.test'

describeOnDatabase('second factors on %s', (database) => {
  let server: TestServer
  let token: string
  beforeAll(async () => void (server = await startTestServer(database, { DEMO_ROWS: '2' })))
  afterAll(() => server.close())
  beforeEach(async () => {
    token = await server.signIn(email)
  })
  afterEach(async () => {
    for (const table of ['authenticators', 'passkeys', 'recovery_codes', 'factor_challenges', 'policy'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const post = (path: string, body: object = {}, as = token) => server.call('POST', path, { token: as, body })
  const own = (act: string, body: object = {}, as = token) => post(`/admin/account/second-factor/${act}`, body, as)
  const login = (address = '10.0.0.1', password = 'interline-demo') =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/user/auth/admin-login',
      payload: { email, password },
      remoteAddress: address,
    })
  const asked = async (address?: string) => secondFactorNeeded.parse((await login(address)).json()).second_factor
  const answerWith = (challenge: { token: string }, proof: object, remoteAddress = '10.0.0.1') =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/user/auth/second-factor',
      payload: { token: challenge.token, proof },
      remoteAddress,
    })
  const acts = async () =>
    (await server.db.selectFrom('audit').select(['act', 'after', 'actorId', 'targetId']).orderBy('sequence').execute())
      .filter(({ act }) => act !== 'sign-out')
      .slice(-3)
  /** The code of a step, counted from the one of now; each is taken once. */
  const code = (secret: string, step = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step })

  async function addAuthenticator() {
    const { secret, uri } = answer(newAuthenticator).parse((await own('authenticator/begin')).body).data
    const confirmed = await own('authenticator/confirm', { code: code(secret, -1) })
    return { secret, uri, codes: answer(recoveryCodes).parse(confirmed.body).data.recovery_codes ?? [] }
  }
  async function addPasskey(name = 'My key', passkey = softwarePasskey('localhost', origin)) {
    const begun = answer(newPasskey).parse((await own('passkeys/begin')).body).data
    const response = passkey.register(String(begun.options['challenge']))
    const added = await own('passkeys/add', { token: begun.token, name, response })
    return { passkey, added, begun }
  }
  const read = async (as = token) =>
    answer(ownSecondFactor).parse((await server.call('GET', '/admin/account/second-factor', { token: as })).body).data

  it('are asked for after the right password alone, by an error with a message and a token', async () => {
    await addAuthenticator()
    const refused = secondFactorNeeded.parse((await login()).json())
    expect(refused).toMatchObject({ success: false, status: 401, title: 'A second factor is needed' })
    expect(refused.second_factor.methods).toEqual(['totp', 'recovery-code'])
    const wrong = (await login('10.0.0.1', 'not it')).json<object>()
    expect([wrong, (await login('10.0.0.1', 'not it')).statusCode]).toEqual([
      expect.not.objectContaining({ code: expect.anything() as unknown }),
      401,
    ])
  })

  it('are an authenticator app: its code signs in, and is taken once', async () => {
    const { secret, uri, codes } = await addAuthenticator()
    expect(uri).toContain(encodeURIComponent(email))
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    const stored = await server.db.selectFrom('authenticators').select('secret').executeTakeFirstOrThrow()
    expect(stored.secret).not.toContain(secret)
    const challenge = await asked()
    expect((await answerWith(challenge, { method: 'totp', code: '000000' })).statusCode).toBe(401)
    // The one that confirmed the app was used, too.
    expect((await answerWith(challenge, { method: 'totp', code: code(secret, -1) })).statusCode).toBe(401)
    const signedIn = await answerWith(challenge, { method: 'totp', code: code(secret) })
    const { data } = answer(loginData).parse(signedIn.json())
    expect(data.user.email).toBe(email)
    expect((await read(data.token)).authenticator).not.toBeNull()
    expect((await answerWith(challenge, { method: 'totp', code: code(secret, 1) })).statusCode).toBe(401)
    expect((await answerWith(await asked(), { method: 'totp', code: code(secret) })).statusCode).toBe(401)
    const [, signIn, refused] = await acts()
    expect(signIn).toEqual({ act: 'sign-in', after: { method: 'totp' }, actorId: theo, targetId: theo })
    expect(refused).toEqual({
      act: 'refused-second-factor',
      after: { method: 'totp' },
      actorId: null,
      targetId: theo,
    })
  })

  it('are asked for anew once another password was set', async () => {
    const { secret } = await addAuthenticator()
    const challenge = await asked()
    const hash = (await findAccount(server.db, email, 'staff'))?.passwordHash ?? ''
    await server.db.transaction().execute((tx) => setPassword(tx, theo, hash))
    expect((await answerWith(challenge, { method: 'totp', code: code(secret) })).statusCode).toBe(401)
    expect((await answerWith(await asked(), { method: 'totp', code: code(secret) })).statusCode).toBe(200)
  })

  // Tries are given back once the password, or the factor, was right.
  it.each([
    { between: 'the password and the question', giveBack: 'signInsPerAddress' },
    { between: 'the factor and the session', giveBack: 'secondFactors' },
  ])('leave no session behind when another password is set between $between', async ({ giveBack }) => {
    const { codes } = await addAuthenticator()
    const { _id = '', passwordHash } = (await findAccount(server.db, email, 'staff')) ?? {}
    const { reward } = MemoryLimit.prototype
    const rewarding = vi.spyOn(MemoryLimit.prototype, 'reward').mockImplementation(async function (
      this: MemoryLimit,
      ...given
    ) {
      if (this.keyPrefix === giveBack) {
        rewarding.mockRestore()
        await server.db.transaction().execute(async (tx) => {
          await setPassword(tx, _id, 'of another password')
          await revokeSessionsOf(tx, _id)
        })
      }
      return reward.apply(this, given)
    })
    const challenge = await asked('10.0.0.31')
    const given = await answerWith(challenge, { method: 'recovery-code', code: codes[0] ?? '' }, '10.0.0.31')
    await server.db.transaction().execute((tx) => setPassword(tx, _id, passwordHash ?? ''))
    const session = given.statusCode === 200 ? answer(loginData).parse(given.json()).data.token : ''
    expect((await server.call('GET', '/admin/account/sessions', { token: session })).status).toBe(401)
  })

  it('do not count before a code has come', async () => {
    await own('authenticator/begin')
    expect((await own('authenticator/confirm', { code: '000000' })).status).toBe(400)
    expect((await login()).statusCode).toBe(200)
    expect((await read()).authenticator).toBeNull()
  })

  it('are recovery codes: each signs in once, as written, and only their hashes are stored', async () => {
    const { codes } = await addAuthenticator()
    const [first = '', second = ''] = codes
    const stored = JSON.stringify(await server.db.selectFrom('recovery_codes').selectAll().execute())
    expect(stored).not.toContain(first)
    const written = { method: 'recovery-code', code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` }
    expect((await answerWith(await asked(), written)).statusCode).toBe(200)
    expect((await acts()).map(({ act }) => act)).toEqual(['add-authenticator', 'use-recovery-code', 'sign-in'])
    expect((await answerWith(await asked(), { method: 'recovery-code', code: first })).statusCode).toBe(401)
    expect((await read()).recovery_codes_left).toBe(9)
    const renewed = answer(recoveryCodes).parse((await own('recovery-codes')).body).data.recovery_codes ?? []
    expect(renewed).toHaveLength(10)
    expect((await answerWith(await asked(), { method: 'recovery-code', code: second })).statusCode).toBe(401)
  })

  it('are passkeys: one signs in, with a challenge of its own, from our origin alone', async () => {
    const { passkey, added } = await addPasskey()
    expect(answer(recoveryCodes).parse(added.body).data.recovery_codes).toHaveLength(10)
    const challenge = await asked()
    expect(challenge).toMatchObject({ methods: ['passkey', 'recovery-code'], passkey: { rpId: 'localhost' } })
    const of = ({ passkey: options }: { passkey: Record<string, unknown> | null }) => String(options?.['challenge'])
    const proof = passkey.answer(of(challenge))
    expect((await answerWith(challenge, proof)).statusCode).toBe(200)
    expect((await answerWith(challenge, proof)).statusCode).toBe(401)
    expect((await answerWith(await asked(), proof)).statusCode).toBe(401)
    const phished = await asked()
    const elsewhere = passkey.answer(of(phished), { from: 'http://localhost.evil.example' })
    expect((await answerWith(phished, elsewhere)).statusCode).toBe(401)
    expect((await answerWith(phished, passkey.answer(of(phished)))).statusCode).toBe(401)
    const copied = await asked()
    const another = softwarePasskey('localhost', origin).answer(of(copied))
    another.response.id = another.response.rawId = passkey.id
    expect((await answerWith(copied, another)).statusCode).toBe(401)
    const last = await asked()
    await server.db.updateTable('passkeys').set({ counter: 1000 }).execute()
    expect((await answerWith(last, passkey.answer(of(last), { isCopy: true }))).statusCode).toBe(401)
  })

  it('can be named, removed and counted; a passkey is added with the challenge that was made for it', async () => {
    const { passkey, begun } = await addPasskey()
    const again = await own('passkeys/add', { token: begun.token, name: 'x', response: passkey.register('x') })
    expect([again.status, problem.parse(again.body).errors?.[0]?.field]).toEqual([400, 'token'])
    const foreign = answer(newPasskey).parse((await own('passkeys/begin')).body).data
    const other = softwarePasskey('localhost', origin)
    const wrong = await own('passkeys/add', { token: foreign.token, name: 'x', response: other.register('another') })
    expect([wrong.status, problem.parse(wrong.body).errors?.[0]?.field]).toEqual([400, 'response'])
    const _id = (await read()).passkeys[0]?._id
    expect((await own('passkeys/rename', { _id, name: 'Blue key' })).status).toBe(200)
    expect((await read()).passkeys.map(({ name }) => name)).toEqual(['Blue key'])
    const owner = await server.signIn()
    expect((await own('passkeys/rename', { _id, name: 'Mine' }, owner)).status).toBe(404)
    expect((await own('passkeys/remove', { _id }, owner)).status).toBe(404)
    expect((await own('passkeys/remove', { _id })).status).toBe(200)
    expect(await read()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect((await login()).statusCode).toBe(200)
  })

  it('are not guessed: ten tries from one address, twenty from all unknown ones', async () => {
    await addAuthenticator()
    const statuses: number[] = []
    for (let at = 0; at < 3; at += 1) {
      const address = `10.77.${at}.1`
      const challenge = await asked(address)
      for (let tries = 0; tries < 12; tries += 1)
        statuses.push((await answerWith(challenge, { method: 'totp', code: '000000' }, address)).statusCode)
    }
    expect(statuses.slice(0, 12)).toEqual([...Array<number>(10).fill(401), 429, 429])
    // Those of the tests before this one count too.
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20)
    expect(statuses.slice(24)).toEqual(Array(12).fill(429))
  })

  describe('asked again before what cannot be undone', () => {
    const change = (as: string) => post('/admin/administrators/change-role', { _id: theo, admin_role: 'admin' }, as)
    const export_ = (as: string) => server.call('GET', '/admin/drivers.csv', { token: as })
    let owner: string
    beforeEach(async () => {
      owner = await server.signIn()
      const confirmedAt = new Date(Date.now() - 11 * 60_000)
      await server.db.updateTable('sessions').set({ confirmedAt }).where('personId', '=', maya).execute()
    })

    it('a sign-in is enough for ten minutes; then the call is refused, and changes nothing', async () => {
      expect((await change(await server.signIn())).status).toBe(200)
      for (const call of [
        () => change(owner),
        () => export_(owner),
        () => post('/admin/administrators/disable', { _id: theo }, owner),
        () => post('/admin/administrators/enable', { _id: theo }, owner),
        () =>
          post('/admin/administrators/invite', { full_name: 'A', email: 'a@b.example', admin_role: 'admin' }, owner),
        () => post('/admin/policy', { idle_minutes: 5 }, owner),
        () => server.call('GET', '/admin/audit.csv', { token: owner }),
        () => own('passkeys/begin', {}, owner),
      ]) {
        const { status, body } = await call()
        expect([status, problem.parse(body).code]).toEqual([403, problemCodes.confirmationNeeded])
      }
      expect((await server.call('GET', '/admin/drivers', { token: owner })).status).toBe(200)
      expect(
        (await post('/admin/verify-driver', { driver_id: 'x', is_driver_profile_approved: true }, owner)).status,
      ).toBe(404)
    })

    it('the password confirms for who has no second factor', async () => {
      const { body } = await post('/admin/account/confirm/begin', {}, owner)
      expect(body).toMatchObject({ data: { methods: ['password'], passkey: null } })
      const { token: asked } = (body as { data: { token: string } }).data
      const confirm = (password: string) =>
        post('/admin/account/confirm', { token: asked, proof: { method: 'password', password } }, owner)
      const wrong = await confirm('not it')
      expect([wrong.status, problem.parse(wrong.body).errors?.[0]?.field]).toEqual([400, 'proof'])
      expect((await confirm('interline-demo')).status).toBe(200)
      expect((await change(owner)).status).toBe(200)
      expect((await confirm('interline-demo')).status).toBe(400)
    })

    it('nothing confirms for who has neither, as somebody whom a provider signs in', async () => {
      const ofTheo = server.db.updateTable('people').where('_id', '=', theo)
      const { passwordHash } = await server.db
        .selectFrom('people')
        .select('passwordHash')
        .where('_id', '=', theo)
        .executeTakeFirstOrThrow()
      await ofTheo.set({ passwordHash: null }).execute()
      const { body } = await post('/admin/account/confirm/begin', {}, token)
      await ofTheo.set({ passwordHash }).execute()
      expect(body).toMatchObject({ data: { methods: [], passkey: null } })
    })

    it('a second factor is asked for, and the password is not enough', async () => {
      const { secret } = await addAuthenticator()
      await server.db.updateTable('sessions').set({ confirmedAt: null }).where('personId', '=', theo).execute()
      const begin = async (as = token) =>
        ((await post('/admin/account/confirm/begin', {}, as)).body as { data: { token: string; methods: string[] } })
          .data
      const { token: asked, methods } = await begin()
      expect(methods).toEqual(['totp', 'recovery-code'])
      const confirm = (proof: object, with_ = asked, as = token) =>
        post('/admin/account/confirm', { token: with_, proof }, as)
      expect((await confirm({ method: 'password', password: 'interline-demo' })).status).toBe(400)
      expect((await confirm({ method: 'totp', code: code(secret) }, asked, owner)).status).toBe(400)
      expect((await confirm({ method: 'totp', code: code(secret) })).status).toBe(200)
      expect((await export_(token)).status).toBe(200)
    })
  })

  describe('for everybody', () => {
    async function requireFactor() {
      const owner = await server.signIn()
      expect((await post('/admin/policy', { second_factor_required: true }, owner)).status).toBe(409)
      const { begun, passkey } = {
        begun: answer(newPasskey).parse((await own('passkeys/begin', {}, owner)).body).data,
        passkey: softwarePasskey('localhost', origin),
      }
      const response = passkey.register(String(begun.options['challenge']))
      expect((await own('passkeys/add', { token: begun.token, name: 'k', response }, owner)).status).toBe(200)
      expect((await post('/admin/policy', { second_factor_required: true }, owner)).status).toBe(200)
      return owner
    }

    it('who has none can set one up, and nothing else; then everything', async () => {
      const connected = await connectSocket(server, { token, _id: theo } as never)
      const owner = await requireFactor()
      const drivers = (as = token) => server.call('GET', '/admin/drivers?page_size=1', { token: as })
      expect((await drivers(owner)).status).toBe(200)
      const refused = await drivers()
      expect([refused.status, problem.parse(refused.body).code]).toEqual([403, problemCodes.setupNeeded])
      await expect.poll(() => connected.socket.connected, { timeout: 8000 }).toBe(false)
      await expect(connectSocket(server, { token, _id: theo } as never)).rejects.toThrow('Set up a second factor')
      const signedIn = answer(loginData).parse((await login()).json()).data
      expect(signedIn.second_factor_setup_needed).toBe(true)
      expect(await read(signedIn.token)).toMatchObject({ required: true })
      await addAuthenticator()
      expect((await drivers()).status).toBe(200)
      expect((await drivers(signedIn.token)).status).toBe(200)
      expect((await post('/user/auth/logout')).status).toBe(200)
    })
  })

  it('are removed by an owner for a colleague who lost them, which ends the sessions', async () => {
    await addAuthenticator()
    const owner = await server.signIn()
    const list = async () => (await server.call('GET', '/admin/administrators', { token: owner })).text
    expect(await list()).toContain('"has_second_factor":true')
    const remove = (_id: string, as = owner) => post('/admin/administrators/remove-second-factors', { _id }, as)
    expect((await remove(maya)).status).toBe(409)
    expect((await remove(theo, token)).status).toBe(403)
    expect((await remove('nobody')).status).toBe(404)
    expect((await remove(theo)).status).toBe(200)
    expect(await list()).not.toContain('"has_second_factor":true')
    expect((await acts()).at(-1)).toMatchObject({ act: 'remove-second-factors', actorId: maya, targetId: theo })
    expect((await server.call('GET', '/admin/drivers', { token })).status).toBe(401)
    expect((await login()).statusCode).toBe(200)
    expect((await remove(theo)).status).toBe(409)
  })
})
