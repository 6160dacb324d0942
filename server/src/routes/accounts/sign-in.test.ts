import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { capabilities } from '@interline/shared/contract'
import { answer, loginData, problem } from '@interline/shared/contract/schemas'
import { Passwords } from '../../auth/password.ts'
import { hashToken } from '../../auth/sessions.ts'
import { findAccount, renewPasswordHash, setPassword } from '../../repositories/accounts/accounts.ts'
import { forgetExpired } from '../../repositories/accounts/sessions.ts'
import { quickPasswords } from '../../testing/quick-passwords.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/user/auth/admin-login'
const login = (email: string, password: string, more = {}, address = '10.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload: { email, password, ...more },
    remoteAddress: address,
  })

describe('POST /user/auth/admin-login', () => {
  it('§7 answers data.token and data.user to the right password, whatever the case of the address', async () => {
    const response = await login('Admin@Interline.test', 'interline-demo')
    const { data } = answer(loginData).parse(response.json())
    expect(data.user).toMatchObject({ email: 'admin@interline.test', role: 'admin' })
    expect(data.token.length).toBeGreaterThan(30)
    expect(data.backend).toEqual(capabilities)
  })

  it('§6 gives a wrong password, an unknown account and a driver the same answer', async () => {
    const token = await server.signIn()
    const { body } = await server.call('GET', '/admin/drivers?page_size=1', { token })
    const driver = field<string>(body, 'data.0.email')
    const answers = await Promise.all([
      login('admin@interline.test', 'wrong-password'),
      login('nobody@interline.test', 'wrong-password'),
      login(driver, 'interline-demo'),
    ])
    expect(new Set(answers.map((response) => response.statusCode))).toEqual(new Set([401]))
    expect(new Set(answers.map((response) => problem.parse(response.json()).title)).size).toBe(1)
  })

  it.each([
    ['email', { password: 'x' }],
    ['email', { email: 'not an address', password: 'x' }],
    ['password', { email: 'a@b.example' }],
    ['password', { email: 'a@b.example', password: ['x'] }],
  ])('§5 names %s when it is missing or wrong', async (name, body) => {
    const { status, body: answered } = await server.call('POST', path, { body })
    expect(status).toBe(400)
    expect(problem.parse(answered).errors?.map((error) => error.field)).toContain(name)
  })

  it('stops guessing at one account after ten failures and says when to try again', async () => {
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push((await login('admin@interline.test', 'wrong-password', {}, '10.0.0.2')).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    const refused = await login('admin@interline.test', 'interline-demo', {}, '10.0.0.2')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login('admin@interline.test', 'interline-demo', {}, '10.0.0.3')).statusCode).toBe(200)
  })

  it('does not count what could not be checked, so that nobody is locked out when the database is back', async () => {
    await sql`alter table people rename to away`.execute(server.db)
    try {
      for (let n = 0; n < 12; n++)
        expect((await login('admin@interline.test', 'interline-demo', {}, '10.0.0.8')).statusCode).toBe(500)
    } finally {
      await sql`alter table away rename to people`.execute(server.db)
    }
    expect((await login('admin@interline.test', 'interline-demo', {}, '10.0.0.8')).statusCode).toBe(200)
  })

  it('does not count right passwords', async () => {
    for (let n = 0; n < 12; n++)
      expect((await login('theo@interline.test', 'interline-demo', {}, '10.0.0.4')).statusCode).toBe(200)
  })

  it('makes the hash anew that was made at another cost, once the right password is given', async () => {
    const stored = async () => (await findAccount(server.db, 'theo@interline.test', 'staff'))?.passwordHash ?? ''
    const { _id = '' } = (await findAccount(server.db, 'theo@interline.test', 'staff')) ?? {}
    const old = await new Passwords({ memoryCost: 128, timeCost: 2 }).hash('interline-demo')
    await server.db.transaction().execute((tx) => setPassword(tx, _id, old))
    expect((await login('theo@interline.test', 'wrong-password', {}, '10.0.0.7')).statusCode).toBe(401)
    expect(await stored()).toBe(old)
    expect((await login('theo@interline.test', 'interline-demo', {}, '10.0.0.7')).statusCode).toBe(200)
    const renewed = await stored()
    expect([old, renewed].map((hash) => quickPasswords.isOutdated(hash))).toEqual([true, false])
    expect((await login('theo@interline.test', 'interline-demo', {}, '10.0.0.7')).statusCode).toBe(200)
    expect(await stored()).toBe(renewed)
    // Somebody set another password while the old one was hashed anew.
    await renewPasswordHash(server.db, _id, old, 'of the old password')
    expect(await stored()).toBe(renewed)
  })

  it('begins no session by a password that was replaced while it was checked', async () => {
    const { _id = '', passwordHash } = (await findAccount(server.db, 'theo@interline.test', 'staff')) ?? {}
    const replace = (hash: string) => server.db.transaction().execute((tx) => setPassword(tx, _id, hash))
    const sessions = () => server.db.selectFrom('sessions').select('tokenHash').where('personId', '=', _id).execute()
    const before = await sessions()
    const matches = quickPasswords.matches.bind(quickPasswords)
    vi.spyOn(quickPasswords, 'matches').mockImplementationOnce(async (hash, password) => {
      await replace(await quickPasswords.hash('another password'))
      return matches(hash, password)
    })
    expect((await login('theo@interline.test', 'interline-demo', {}, '10.0.0.9')).statusCode).toBe(401)
    expect(await sessions()).toEqual(before)
    // The same password at another cost has another hash.
    vi.spyOn(quickPasswords, 'matches').mockImplementationOnce(async (hash, password) => {
      await replace(await new Passwords({ memoryCost: 128, timeCost: 2 }).hash(password))
      return matches(hash, password)
    })
    await replace(passwordHash ?? '')
    expect((await login('theo@interline.test', 'interline-demo', {}, '10.0.0.9')).statusCode).toBe(200)
  })

  it('stops guessing at many accounts from one address', async () => {
    const statuses = []
    for (let n = 0; n < 61; n++)
      statuses.push((await login(`guess${n}@interline.test`, 'x', {}, '10.0.0.5')).statusCode)
    expect(statuses.at(-2)).toBe(401)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('POST /user/auth/logout', () => {
  it('ends the session behind the token and no other', async () => {
    const [mine, other] = [await server.signIn(), await server.signIn()]
    expect(
      (await server.call('POST', '/user/auth/logout', { token: mine, headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(200)
    expect((await server.call('GET', '/admin/dashboard/analysis', { token: mine })).status).toBe(401)
    expect((await server.call('GET', '/admin/dashboard/analysis', { token: other })).status).toBe(200)
  })

  it('is not needed by sessions that expired: they are swept away, and no others', async () => {
    const [mine, other] = [await server.signIn(), await server.signIn()]
    const expire = (token: string) =>
      server.db
        .updateTable('sessions')
        .set({ expiresAt: new Date(Date.now() - 1) })
        .where('tokenHash', '=', hashToken(token))
        .execute()
    await expire(mine)
    await forgetExpired(server.db)
    const left = await server.db
      .selectFrom('sessions')
      .select('tokenHash')
      .where('tokenHash', 'in', [mine, other].map(hashToken))
      .execute()
    expect(left).toEqual([{ tokenHash: hashToken(other) }])
  })

  it('asks who is there', async () => {
    expect((await server.call('POST', '/user/auth/logout')).status).toBe(401)
  })
})

describe('a new password', () => {
  const tokensInLog = () => server.logLines.flatMap((line) => line.match(/reset-password\?token=([\w-]+)/)?.[1] ?? [])

  it('gives a known and an unknown address the same answer', async () => {
    const known = await server.call('POST', '/user/auth/forgot-password', { body: { email: 'theo@interline.test' } })
    const unknown = await server.call('POST', '/user/auth/forgot-password', {
      body: { email: 'nobody@interline.test' },
    })
    expect(unknown.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
  })

  it('is set once with the link of the mail, and ends the old sessions', async () => {
    const before = await server.signIn('theo@interline.test')
    await expect.poll(tokensInLog).toHaveLength(1)
    const body = { token: tokensInLog()[0], password: 'a new password' }
    expect((await server.call('POST', '/user/auth/reset-password', { body })).status).toBe(200)
    expect((await server.call('POST', '/user/auth/reset-password', { body })).status).toBe(400)
    expect((await server.call('GET', '/admin/users?page=1', { token: before })).status).toBe(401)
    expect((await login('theo@interline.test', 'a new password', {}, '10.0.0.6')).statusCode).toBe(200)
    expect((await login('theo@interline.test', 'interline-demo', {}, '10.0.0.6')).statusCode).toBe(401)
  })

  it('ends the other links that were asked for', async () => {
    const known = tokensInLog().length
    for (let requested = 1; requested <= 2; requested += 1) {
      await server.call('POST', '/user/auth/forgot-password', { body: { email: 'theo@interline.test' } })
      await expect.poll(tokensInLog).toHaveLength(known + requested)
    }
    const [first, second] = tokensInLog().slice(known)
    const set = (token: string | undefined) =>
      server.call('POST', '/user/auth/reset-password', { body: { token, password: 'one more password' } })
    expect((await set(second)).status).toBe(200)
    expect((await set(first)).status).toBe(400)
  })

  it('is offered to one mailbox five times in a quarter of an hour, however many addresses ask', async () => {
    const known = tokensInLog().length
    const email = 'admin@interline.test'
    for (let at = 0; at < 12; at += 1) {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/v1/user/auth/forgot-password',
        payload: { email },
        remoteAddress: `10.7.0.${at}`,
      })
      expect(statusCode).toBe(200)
    }
    await expect.poll(tokensInLog).toHaveLength(known + 5)
    await server.call('POST', '/user/auth/forgot-password', { body: { email: 'ines@interline.test' } })
    await expect.poll(tokensInLog).toHaveLength(known + 6)
    const mailed = await server.db
      .selectFrom('password_resets')
      .innerJoin('people', 'people._id', 'personId')
      .select('email')
      .where('email', '=', email)
      .execute()
    expect(mailed).toHaveLength(5)
  })

  it.each(['1234567890', 'Password123'])('is not %s, which is among the first that are guessed', async (password) => {
    const known = tokensInLog().length
    await server.call('POST', '/user/auth/forgot-password', { body: { email: 'theo@interline.test' } })
    await expect.poll(tokensInLog).toHaveLength(known + 1)
    const token = tokensInLog().at(-1)
    const refused = await server.call('POST', '/user/auth/reset-password', { body: { token, password } })
    expect([refused.status, problem.parse(refused.body).errors?.[0]?.field]).toEqual([400, 'password'])
    expect(problem.parse(refused.body).errors?.[0]?.message).toContain('most common passwords')
    // The link is not used up by that.
    const better = { token, password: 'another good password' }
    expect((await server.call('POST', '/user/auth/reset-password', { body: better })).status).toBe(200)
  })

  it('names the field when it is too short or the link is not ours', async () => {
    const short = await server.call('POST', '/user/auth/reset-password', { body: { token: 'x', password: 'short' } })
    expect(problem.parse(short.body).errors?.[0]?.field).toBe('password')
    const foreign = await server.call('POST', '/user/auth/reset-password', {
      body: { token: 'x', password: 'long enough for it' },
    })
    expect(problem.parse(foreign.body).errors?.[0]?.field).toBe('token')
  })
})
