import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { io, type Socket } from 'socket.io-client'
import { describeOnDatabase } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const minute = 60_000
let passed = 0
const now = performance.now.bind(performance)
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + passed))

describeOnDatabase('the idle time-out on %s', (database) => {
  let server: TestServer
  let owner: string
  let socket: Socket | undefined
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '2' })
  })
  afterAll(() => server.close())
  afterEach(async () => {
    vi.useRealTimers()
    socket?.close()
    await setMinutes(null, await server.signIn())
  })

  const setMinutes = async (idle_minutes: number | null, token = owner) => {
    await server.db.updateTable('sessions').set({ confirmedAt: new Date() }).execute()
    expect((await server.call('POST', '/admin/policy', { token, body: { idle_minutes } })).status).toBe(200)
  }
  const read = async (token: string) => (await server.call('GET', '/admin/notification/list', { token })).status
  const report = (token: string, idle_seconds = 0) =>
    server.call('POST', '/admin/account/active', { token, body: { idle_seconds } })
  /** The clocks move: the second is over for which a node remembers a session. */
  const pass = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * minute)
    passed += minutes * minute
    // The cache of sessions reads the clock once a millisecond.
    const at = now()
    await vi.waitUntil(() => now() > at + 2, { interval: 1 })
  }
  async function begin(idle_minutes: number | null) {
    vi.useFakeTimers({ toFake: ['Date'] })
    await server.db.deleteFrom('sessions').execute()
    owner = await server.signIn()
    const token = await server.signIn('theo@interline.test')
    await setMinutes(idle_minutes)
    return token
  }

  it('ends a session in which nobody does anything, however much its page reads', async () => {
    const token = await begin(30)
    await pass(20)
    expect(await read(token)).toBe(200)
    await pass(9)
    expect(await read(token)).toBe(200)
    await pass(1)
    expect(await read(token)).toBe(401)
    expect((await report(token)).status).toBe(401)
  })

  it('counts from what a person did last, as the page reports it', async () => {
    const token = await begin(30)
    await pass(29)
    expect((await report(token, 60)).body).toEqual({ success: true, data: { idle_minutes: 30 } })
    await pass(28)
    expect(await read(token)).toBe(200)
    expect((await report(token, 3600)).status).toBe(200)
    await pass(1)
    expect(await read(token)).toBe(401)
  })

  it('lets sessions be without the policy, and counts from its beginning', async () => {
    const token = await begin(null)
    await pass(600)
    expect(await read(token)).toBe(200)
    await setMinutes(30)
    expect(await read(token)).toBe(200)
    await pass(31)
    expect(await read(token)).toBe(401)
  })

  it('does not bring back what has ended when the time is lengthened', async () => {
    const token = await begin(30)
    await pass(29)
    await report(owner)
    await pass(2)
    await setMinutes(600)
    expect(await read(token)).toBe(401)
    expect(await read(owner)).toBe(200)
  })

  it('is for administrators alone', async () => {
    await begin(5)
    const rider = await server.db
      .selectFrom('people')
      .select('email')
      .where('role', '=', 'user')
      .executeTakeFirstOrThrow()
    const { body } = await server.call('POST', '/user/auth/login', {
      body: { email: rider.email, password: 'interline-demo' },
    })
    const { token } = (body as { data: { token: string } }).data
    await pass(60)
    expect((await server.call('GET', '/user/profile', { token })).status).toBe(200)
  })

  it('tells a socket that its session expired, so that what was entered stays', async () => {
    const token = await begin(30)
    socket = io(`http://localhost:${server.port}`, { auth: { token }, transports: ['websocket'] })
    const told = new Promise((resolve) => socket?.on('session-ended', resolve))
    await new Promise((resolve) => socket?.on('connect', () => resolve(undefined)))
    await pass(31)
    expect(await told).toBe('expired')
  }, 20_000)

  it('lists no session of one’s own that has ended by it', async () => {
    const token = await begin(30)
    await pass(20)
    const other = await server.signIn('theo@interline.test')
    const list = async () =>
      ((await server.call('GET', '/admin/account/sessions', { token: other })).body as { data: unknown[] }).data.length
    const before = await list()
    await pass(11)
    expect([before - (await list()), await read(token)]).toEqual([1, 401])
  })
})
