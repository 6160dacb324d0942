import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answer, ownSession, problem } from '@interline/shared/contract/schemas'
import { findAccount, setPassword } from '../../repositories/accounts/accounts.ts'
import { quickPasswords } from '../../testing/quick-passwords.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let token: string
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  token = await signIn()
})

async function signIn(password = 'interline-demo') {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/user/auth/admin-login',
    payload: { email: 'admin@interline.test', password },
    headers: { 'user-agent': firefox },
    remoteAddress: '10.0.0.7',
  })
  return response.statusCode === 200
    ? z.object({ data: z.object({ token: z.string() }) }).parse(response.json()).data.token
    : ''
}

const post = (path: string, body: object, as = token) =>
  server.call('POST', `/admin/account/${path}`, { token: as, body })
const mySessions = async (as = token) => {
  const { body } = await server.call('GET', '/admin/account/sessions', { token: as })
  return answer(z.array(ownSession)).parse(body).data
}
const isIn = async (as: string) => (await server.call('GET', '/admin/account/sessions', { token: as })).status === 200
const entryOf = (act: string) =>
  server.db.selectFrom('audit').select(['targetId', 'before', 'after']).where('act', '=', act).executeTakeFirst()

it('does not replace a password that was set by a link meanwhile', async () => {
  const { _id = '', passwordHash } = (await findAccount(server.db, 'admin@interline.test', 'staff')) ?? {}
  const replace = (hash: string) => server.db.transaction().execute((tx) => setPassword(tx, _id, hash))
  const byLink = await quickPasswords.hash('chosen by a link')
  const matches = quickPasswords.matches.bind(quickPasswords)
  vi.spyOn(quickPasswords, 'matches').mockImplementationOnce(async (hash, password) => {
    await replace(byLink)
    return matches(hash, password)
  })
  const { status, body } = await post('password', { password: 'interline-demo', new_password: 'a password of mine' })
  expect([status, problem.parse(body).errors?.[0]?.field]).toEqual([400, 'password'])
  expect((await findAccount(server.db, 'admin@interline.test', 'staff'))?.passwordHash).toBe(byLink)
  await replace(passwordHash ?? '')
})

it('lists one’s own sessions, with where each began and when it was used', async () => {
  const other = await signIn()
  const list = await mySessions()
  expect(list.length).toBeGreaterThanOrEqual(2)
  expect(list.filter(({ current }) => current)).toHaveLength(1)
  expect(list[0]).toMatchObject({ address: '10.0.0.7', user_agent: firefox })
  expect(JSON.stringify(list)).not.toContain(token)
  await server.db
    .updateTable('sessions')
    .set({ usedAt: new Date(0) })
    .execute()
  await expect.poll(async () => (await mySessions(other))[0]?.current, { timeout: 5000 }).toBe(true)
})

it('ends one session, and all but the one that asks', async () => {
  const [one, two] = [await signIn(), await signIn()]
  const target = (await mySessions(one)).find(({ current }) => current)
  expect((await post('sessions/end', { _id: target?._id })).status).toBe(200)
  expect([await isIn(one), await isIn(two)]).toEqual([false, true])
  expect((await post('sessions/end', { _id: target?._id })).status).toBe(404)
  expect((await post('sessions/end', {})).status).toBe(200)
  expect([await isIn(two), await isIn(token)]).toEqual([false, true])
  expect(await mySessions()).toHaveLength(1)
  expect(await entryOf('end-sessions')).toBeDefined()
})

it('changes the name, which the next sign-in answers', async () => {
  expect((await post('name', { full_name: ' \u3164' })).status).toBe(400)
  expect((await post('name', { full_name: ' Maya Lind ' })).status).toBe(200)
  const { body } = await server.call('POST', '/user/auth/admin-login', {
    body: { email: 'admin@interline.test', password: 'interline-demo' },
  })
  expect(body).toMatchObject({ data: { user: { full_name: 'Maya Lind' } } })
  const entry = await entryOf('change-name')
  expect(entry?.before).toHaveProperty('full_name')
  expect(entry?.after).toEqual({ full_name: 'Maya Lind' })
})

it.each([
  ['a wrong password', { password: 'interline-dema', new_password: 'a much better one' }, 'password'],
  ['a new one that is too short', { password: 'interline-demo', new_password: 'short' }, 'new_password'],
  ['a new one that many have', { password: 'interline-demo', new_password: 'password123' }, 'new_password'],
])('refuses %s at its field, and changes nothing', async (_, body, name) => {
  const { status, body: refused } = await post('password', body)
  expect(status).toBe(400)
  expect(problem.parse(refused).errors?.map(({ field }) => field)).toEqual([name])
  expect(await signIn()).not.toBe('')
})

it('changes the password for who knows it, and ends all other sessions', async () => {
  const other = await signIn()
  expect((await post('password', { password: 'interline-demo', new_password: 'a ｍｕｃｈ better one' })).status).toBe(
    200,
  )
  expect([await isIn(other), await isIn(token)]).toEqual([false, true])
  expect([await signIn(), (await signIn('a much better one')) !== '']).toEqual(['', true])
  expect((await post('password', { password: 'ａ much better one', new_password: 'interline-demo' })).status).toBe(200)
})

it('lets nobody guess the password of somebody whose session they have', async () => {
  const statuses = []
  for (let n = 0; n < 25; n += 1)
    statuses.push((await post('password', { password: `guess ${n}`, new_password: 'a much better one' })).status)
  expect(statuses.at(-1)).toBe(429)
  expect(await mySessions()).not.toHaveLength(0)
})
