import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRunningApi, listenForCommands } from '../backup/running-api.ts'
import { findAccount } from '../repositories/accounts/accounts.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { origin, startTestServer, type TestServer } from '../testing/test-server.ts'
import { manageAdministrators } from './manage-administrators.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '0' })))
afterAll(() => server.close())

const manage = (wanted: object) => manageAdministrators({ db: server.db, passwords: quickPasswords, origin }, wanted)
const signIn = async (email: string, password: string) =>
  (await server.call('POST', '/user/auth/admin-login', { body: { email, password } })).status
const tokenOf = (lines: string[]) => new URL(lines.at(-1) ?? '').searchParams.get('token')
const newest = () => server.db.selectFrom('audit').selectAll().orderBy('sequence', 'desc').limit(1).executeTakeFirst()
const create = (email: string, more = {}) => ({
  act: 'create',
  email,
  full_name: 'Ann Lee',
  admin_role: 'owner',
  ...more,
})

it('creates an administrator by a link, or with a password', async () => {
  const invited = await manage(create('ann@office.example'))
  expect(invited.join()).toContain(`${origin}/accept-invitation?token=`)
  const body = { token: tokenOf(invited), password: 'a password of my own' }
  expect((await server.call('POST', '/user/auth/accept-invitation', { body })).status).toBe(200)
  expect(await signIn('ann@office.example', body.password)).toBe(200)
  expect(await manage(create('bob@office.example', { admin_role: 'viewer', password: 'a password for bob' }))).toEqual([
    'bob@office.example can sign in now, as viewer.',
  ])
  expect(await signIn('bob@office.example', 'a password for bob')).toBe(200)
})

it('resets a forgotten password by a link, or to another one, which ends the sessions', async () => {
  const email = 'theo@interline.test'
  const token = await server.signIn(email)
  const offered = await manage({ act: 'reset', email })
  expect(await newest()).toMatchObject({ act: 'offer-reset-password', actorId: null, after: { by: 'npm run admin' } })
  expect(await manage({ act: 'reset', email, password: 'ａｎｏｔｈｅｒ password' })).toEqual([
    'theo@interline.test has the new password. All earlier sessions have ended.',
  ])
  expect(await newest()).toMatchObject({ act: 'reset-password', resource: 'administrator' })
  await expect
    .poll(async () => (await server.call('GET', '/admin/notification/list', { token })).status, { timeout: 2000 })
    .toBe(401)
  expect(await signIn(email, 'another password')).toBe(200)
  const late = { token: tokenOf(offered), password: 'a third password' }
  expect((await server.call('POST', '/user/auth/reset-password', { body: late })).status).toBe(400)
  const again = { token: tokenOf(await manage({ act: 'reset', email })), password: 'a fourth password' }
  expect((await server.call('POST', '/user/auth/reset-password', { body: again })).status).toBe(200)
})

it('removes second factors that somebody lost, and ends the sessions', async () => {
  const email = 'jonas@interline.test'
  const token = await server.signIn(email)
  const wanted = { act: 'remove-second-factors', email }
  await expect(manage(wanted)).rejects.toThrow('jonas@interline.test has no second factor; nothing was changed')
  const personId = '65a1b2c30000000000000004'
  const passkey = { credentialId: 'c', publicKey: 'k', counter: 0, transports: '[]', name: 'Key' }
  await server.db
    .insertInto('passkeys')
    .values({ ...passkey, _id: 'k1', personId, createdAt: new Date(), usedAt: null })
    .execute()
  expect(await signIn(email, 'interline-demo')).toBe(401)
  expect(await manage(wanted)).toEqual([expect.stringContaining('has no second factor any more')])
  expect(await newest()).toMatchObject({ act: 'remove-second-factors', actorId: null, targetId: personId })
  expect(await signIn(email, 'interline-demo')).toBe(200)
  await expect
    .poll(async () => (await server.call('GET', '/admin/notification/list', { token })).status, { timeout: 2000 })
    .toBe(401)
})

it('lists who there is', async () => {
  await manage(create('cleo@office.example'))
  const lines = await manage({ act: 'list' })
  expect(lines.find((line) => line.startsWith('jonas@'))).toMatch(/viewer +active +.*Jonas Weber$/)
  expect(lines.find((line) => line.startsWith('theo@'))).toMatch(
    /admin +active +signed in \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
  )
  expect(lines.find((line) => line.startsWith('cleo@'))).toMatch(/owner +invited/)
})

it.each([
  [create('nobody'), '"nobody" is no e-mail address'],
  [create('Admin@Interline.test'), 'Admin@Interline.test belongs to somebody already'],
  [create('x@office.example', { password: 'short' }), 'at least 10 characters'],
  [create('x@office.example', { password: '1234567890' }), 'one of the most common passwords'],
  [{ act: 'reset', email: 'nobody@office.example' }, 'nobody@office.example is no administrator'],
  [{ act: 'reset', email: 'ines@interline.test' }, 'ines@interline.test is disabled'],
])('says what is wrong with %j', async (wanted, reason) => {
  const disabledAt = new Date()
  await server.db.updateTable('people').set({ disabledAt }).where('email', '=', 'ines@interline.test').execute()
  const before = (await newest())?._id
  await expect(manage(wanted)).rejects.toThrow(reason)
  expect((await newest())?._id).toBe(before)
})

it('is done by the API that runs on the embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interline-admin-'))
  const refuse = () => Promise.reject(new Error('not asked for'))
  const stop = await listenForCommands(folder, {
    copy: refuse,
    manage: (wanted) => manage(wanted as object),
  })
  const running = await findRunningApi(folder)
  expect(await running?.manage({ act: 'list' })).toEqual(await manage({ act: 'list' }))
  await expect(running?.manage({ act: 'reset', email: 'nobody@office.example' })).rejects.toThrow('is no administrator')
  stop()
  await rm(folder, { recursive: true })
})

it('signs somebody in by a link, once', async () => {
  const lines = await manage({ act: 'sign-in', email: 'admin@interline.test' })
  expect(await newest()).toMatchObject({ act: 'offer-sign-in', actorId: null, after: { by: 'npm run admin' } })
  const { origin: page, hash } = new URL(lines.at(-1) ?? '')
  const [code, verifier] = hash.replace('#sign-in=', '').split('.')
  expect(page).toBe(origin)
  const open = () => server.call('POST', '/user/auth/sign-in-code', { body: { code, verifier, from: 'link' } })
  expect(await open()).toMatchObject({ status: 200, body: { data: { user: { email: 'admin@interline.test' } } } })
  expect(await newest()).toMatchObject({ act: 'sign-in', after: { method: 'link' } })
  expect((await open()).status).toBe(400)
})

it('takes the identity of somebody away who has another one now', async () => {
  const unlink = { act: 'unlink', email: 'admin@interline.test' }
  await expect(manage(unlink)).rejects.toThrow('is not linked')
  const account = await findAccount(server.db, unlink.email, 'staff')
  const identity = { issuer: 'https://login.test', subject: 'one', personId: account?._id ?? '', createdAt: new Date() }
  await server.db.insertInto('identities').values(identity).execute()
  await manage(unlink)
  expect(await server.db.selectFrom('identities').selectAll().execute()).toEqual([])
  expect(await newest()).toMatchObject({ act: 'unlink-identity', targetId: account?._id })
})
