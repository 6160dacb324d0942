import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problem } from '@interline/shared/contract/schemas'
import type { Server } from '../server.ts'
import { within } from '../time/within.ts'
import { startGatedNode, type GatedNode } from './gated-node.ts'
import { describeUnless, without } from './services.ts'
import { field } from './test-server.ts'
import { connectSocket } from './socket-client.ts'

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

describeUnless(without('PostgreSQL', 'Redis'))('while one of its servers is away, a node', () => {
  let server: Server
  let gates: GatedNode['gates']
  let close: GatedNode['close']
  let me: { _id: string; token: string }
  beforeAll(async () => {
    ;({ server, gates, close } = await startGatedNode({
      DEMO_ROWS: '3',
      DATABASE_STATEMENT_TIMEOUT: '1',
      DATABASE_CONNECT_TIMEOUT: '1',
    }))
    const { body } = await signIn()
    me = { _id: field<string>(body, 'data.user._id'), token: field<string>(body, 'data.token') }
  })
  afterAll(() => close())

  async function call(method: 'GET' | 'POST', url: string, sent: object = {}) {
    const { statusCode, headers, body } = await server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${me?.token}` },
      ...sent,
    })
    return {
      status: statusCode,
      headers,
      body: String(headers['content-type']).includes('json') ? (JSON.parse(body) as unknown) : undefined,
    }
  }
  const signIn = (password = 'interline-demo', remoteAddress = '10.0.0.1') =>
    call('POST', '/api/v1/user/auth/admin-login', {
      payload: { email: 'admin@interline.test', password },
      remoteAddress,
    })
  const list = () => call('GET', '/api/v1/admin/drivers?page=1')
  const isReady = async () => (await call('GET', '/readyz')).status === 200

  it.each(['hang', 'cut'] as const)(
    'signs people in, counts wrong passwords by itself and stores messages without Redis (%s)',
    async (way) => {
      const {
        rows: [user],
      } = await sql<{ _id: string }>`select _id from people where role = 'user' limit 1`.execute(server.db)
      const maya = await connectSocket(server, me)
      await gates.redis[way]()
      try {
        expect((await within(4000, signIn())).status).toBe(200)
        const guesses = await Promise.all(
          Array.from({ length: 12 }, (_, at) =>
            signIn('wrong-password', way === 'hang' ? '10.0.0.2' : '10.0.0.3').then((answer) => [at, answer.status]),
          ),
        )
        expect(guesses.filter(([, code]) => code === 429)).toHaveLength(2)
        const clientId = `without-redis-${way}`
        const sent = await maya.socket.timeout(5000).emitWithAck('send-message', {
          senderId: me._id,
          receiverId: user?._id ?? '',
          message: 'Still here',
          clientId,
        })
        expect(sent).toMatchObject({ success: true, data: { clientId } })
      } finally {
        maya.socket.disconnect()
        await gates.redis.open()
        await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
      }
    },
  )

  it('says 503 when nobody answers on its lines to the database, and makes new ones', async () => {
    expect((await list()).status).toBe(200)
    gates.database.lose()
    const { status, headers, body } = await within(8000, list())
    expect([status, problem.parse(body).title]).toEqual([503, 'The database cannot be reached'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await expect.poll(async () => (await list()).status, { timeout: 120_000 }).toBe(200)
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
  })

  it('ends a change on a line that went dead in one go, and keeps nothing of it', async () => {
    const {
      rows: [booking],
    } = await sql<{ _id: string; status: string }>`select _id, status from bookings limit 1`.execute(server.db)
    const wanted = booking?.status === 'Started' ? 'Pending' : 'Started'
    gates.database.lose()
    const change = call('POST', '/api/v1/admin/ride/status', { payload: { _id: booking?._id, status: wanted } })
    expect((await within(8000, change)).status).toBe(503)
    await expect
      .poll(
        async () =>
          (await call('POST', '/api/v1/admin/ride/status', { payload: { _id: booking?._id, status: wanted } })).status,
        { timeout: 120_000 },
      )
      .toBe(200)
  })

  it('says 503 to a document that comes or goes without the object store, and changes nothing', async () => {
    const { body } = await list()
    const [_id, link] = [field<string>(body, 'data.0._id'), new URL(field<string>(body, 'data.0.driving_licence'))]
    const before = await sql`select driving_licence from people where _id = ${_id}`.execute(server.db)
    const form = new FormData()
    form.set('_id', _id)
    form.set('driving_licence', new Blob([pdf], { type: 'application/pdf' }), 'a.pdf')
    await gates.files.cut()
    try {
      const answers = [
        await call('GET', link.pathname + link.search),
        await call('POST', '/api/v1/admin/edit-profile/driver', { payload: form }),
      ]
      for (const { status, headers, body } of answers) {
        expect([status, problem.parse(body).title]).toEqual([503, 'The documents cannot be reached'])
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
    } finally {
      await gates.files.open()
    }
    expect((await sql`select driving_licence from people where _id = ${_id}`.execute(server.db)).rows).toEqual(
      before.rows,
    )
    await expect.poll(isReady).toBe(true)
    expect((await call('GET', link.pathname + link.search)).status).toBe(200)
  })

  it('takes no change from a database that can only be read, and says so', async () => {
    const {
      rows: [booking],
    } = await sql<{ _id: string; status: string }>`select _id, status from bookings limit 1`.execute(server.db)
    const {
      rows: [here],
    } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
    const postgres = new pg.Client({ connectionString: 'postgres://postgres@127.0.0.1:5432/postgres' })
    await postgres.connect()
    const become = async (onlyRead: 'on' | 'off') => {
      await postgres.query(`alter database ${here?.name} set default_transaction_read_only = ${onlyRead}`)
      await postgres.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [here?.name])
    }
    const change = () =>
      call('POST', '/api/v1/admin/ride/status', {
        payload: { _id: booking?._id, status: booking?.status === 'Rejected' ? 'Pending' : 'Rejected' },
      })
    const refused = async () => {
      const { status, body } = await change()
      return status === 503 ? problem.parse(body).title : status
    }
    try {
      await become('on')
      await expect.poll(refused).toBe('The database takes no changes')
      await expect.poll(async () => (await list()).status).toBe(200)
      await become('off')
      await expect.poll(async () => (await change()).status).toBe(200)
    } finally {
      await postgres.end()
    }
  })
})
