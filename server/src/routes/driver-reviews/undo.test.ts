import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { answer, queuePlace } from '@interline/shared/contract/schemas'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const presence = vi.hoisted(() => ({ isReachable: () => Promise.resolve(false) }))

vi.mock('../../realtime/broadcast.ts', async (importOriginal) => {
  const module = await importOriginal<typeof import('../../realtime/broadcast.ts')>()
  const createBroadcast: typeof module.createBroadcast = (deps) => ({
    ...module.createBroadcast(deps),
    isReachable: () => presence.isReachable(),
  })
  return { ...module, createBroadcast }
})

let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '60' })))
afterAll(() => server.close())

it.each(['undo', 'undo-reject'])('%s asks who is there while it holds no transaction', async (act) => {
  const token = await server.signIn()
  const decide = (path: string, body: object = {}) =>
    server.call('POST', `/admin/drivers/queue/${path}`, { token, body })
  const { current } = answer(queuePlace).parse((await decide('next')).body).data
  const _id = current?.driver._id ?? ''
  await decide('reject', { _id, reason: 'expired' })
  // The embedded database has one connection: no other query ends before the transaction does.
  const asked: string[] = []
  presence.isReachable = async () => {
    let isFree = false
    const query = server.db.selectFrom('people').select('_id').limit(1).execute()
    void query.then(() => (isFree = true))
    await vi.waitUntil(() => isFree, { timeout: 2000, interval: 5 }).catch(() => undefined)
    asked.push(isFree ? 'free' : 'in a transaction')
    return true
  }
  expect((await decide(act, act === 'undo-reject' ? { _id } : {})).status).toBe(200)
  expect(asked).toEqual(['free'])
  const told = server.db.selectFrom('messages').select('delivered_at').where('partyId', '=', _id)
  expect((await told.orderBy('seq', 'desc').executeTakeFirst())?.delivered_at).toEqual(expect.any(Date))
})
