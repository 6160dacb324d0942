import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '../../testing/services.ts'
import { registerPerson } from '../../testing/socket-client.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnDatabase('POST /admin/messages on %s', (database) => {
  let server: TestServer
  let token = ''
  let userId = ''
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '4' })
    token = await server.signIn()
    userId = field<string>((await server.call('GET', '/admin/users', { token })).body, 'data.0._id')
  })
  afterAll(() => server.close())

  const send = (body: object, headers: Record<string, string> = {}, as: string = token) =>
    server.call('POST', '/admin/messages', { token: as, body, headers })
  const stored = async (message: string) =>
    JSON.stringify((await server.call('GET', `/user/chats/${userId}`, { token })).body).split(message).length - 1
  const acts = async (bulkId: string) =>
    (
      await sql<{ act: string }>`select act from audit where "after"::text like ${`%${bulkId}%`}`.execute(server.db)
    ).rows.map(({ act }) => act)

  it('stores the message once for one key, in the audit with the id of its bulk change', async () => {
    const body = { receiver_id: userId, message: 'The road is closed today' }
    const headers = { 'idempotency-key': 'direct-1', 'bulk-id': 'bulk-direct-1' }
    expect((await send(body, headers)).status).toBe(200)
    expect((await send(body, headers)).status).toBe(200)
    expect(await stored(body.message)).toBe(1)
    expect(await acts('bulk-direct-1')).toEqual(['send-message'])
  })

  it('refuses an empty text, nobody, an administrator and a bulk id that is none', async () => {
    for (const message of ['  ', '\u200B']) expect((await send({ receiver_id: userId, message })).status).toBe(400)
    expect((await send({ receiver_id: 'nobody', message: 'hello' })).status).toBe(404)
    const me = await sql<{ _id: string }>`select "_id" from people where role = 'admin' limit 1`.execute(server.db)
    expect((await send({ receiver_id: me.rows[0]?._id, message: 'hello' })).status).toBe(404)
    expect((await send({ receiver_id: userId, message: 'hello' }, { 'bulk-id': 'a b' })).status).toBe(400)
  })

  it('a change of a booking carries the id of its bulk change into the audit', async () => {
    const { body } = await server.call('GET', '/admin/user/rides', { token })
    const change = { _id: field<string>(body, 'data.0._id'), status: 'Started' }
    const other = field<string>(body, 'data.0.status') === 'Started' ? { ...change, status: 'Pending' } : change
    const answer = await server.call('POST', '/admin/ride/status', {
      token,
      body: other,
      headers: { 'bulk-id': 'bulk-status-1' },
    })
    expect(answer.status).toBe(200)
    expect(await acts('bulk-status-1')).toEqual(['change-status'])
  })

  it('the id of a bulk change is an administrator’s to choose: drivers and users start nothing together', async () => {
    const driver = await registerPerson(server, 'driver')
    const { status } = await server.call('POST', '/driver/request-re-verification', {
      token: driver.token,
      headers: { 'bulk-id': 'bulk-direct-1' },
    })
    expect(status).toBe(200)
    expect(await acts('bulk-direct-1')).toEqual(['send-message'])
  })
})
