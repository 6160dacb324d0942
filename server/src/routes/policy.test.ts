import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { answer, policy, problem } from '@interline/shared/contract/schemas'
import { describeOnDatabase } from '../testing/services.ts'
import { connectSocket, signInAdmin } from '../testing/socket-client.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

describeOnDatabase('the policy of an installation on %s', (database) => {
  let server: TestServer
  let owner: string
  beforeAll(async () => {
    // All that is swept every few seconds is done by nothing here but the change itself.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    server = await startTestServer(database, { DEMO_ROWS: '2' })
    vi.useRealTimers()
    owner = await server.signIn()
  })
  afterAll(() => server.close())

  const read = async (token = owner) =>
    answer(policy).parse((await server.call('GET', '/admin/policy', { token })).body).data
  const change = (body: object, token = owner) => server.call('POST', '/admin/policy', { token, body })
  const entries = () =>
    server.db
      .selectFrom('audit')
      .select(['actorId', 'resource', 'before', 'after'])
      .where('act', '=', 'change-policy')
      .orderBy('sequence')
      .execute()

  it('asks for nothing as long as nobody set it, and every role may read it', async () => {
    const asksNothing = { second_factor_required: false, idle_minutes: null, audit_retention_days: null, revision: 0 }
    expect(await read()).toEqual(asksNothing)
    expect(await read(await server.signIn('jonas@interline.test'))).toEqual(asksNothing)
  })

  it('changes what is named alone, and the audit has it with before and after', async () => {
    const first = await change({ idle_minutes: 30 })
    expect(first.status).toBe(200)
    expect(answer(policy).parse(first.body).data).toMatchObject({ idle_minutes: 30, audit_retention_days: null })
    await change({ audit_retention_days: 365, idle_minutes: 30 })
    await change({ idle_minutes: null })
    await change({})
    expect(await read()).toMatchObject({ idle_minutes: null, audit_retention_days: 365, revision: 3 })
    const actorId = '65a1b2c30000000000000001'
    expect(await entries()).toEqual([
      { actorId, resource: 'policy', before: { idle_minutes: null }, after: { idle_minutes: 30 } },
      { actorId, resource: 'policy', before: { audit_retention_days: null }, after: { audit_retention_days: 365 } },
      { actorId, resource: 'policy', before: { idle_minutes: 30 }, after: { idle_minutes: null } },
    ])
  })

  it('ends the sockets that no longer satisfy it, at once', async () => {
    const theo = await connectSocket(server, await signInAdmin(server, 'theo@interline.test'))
    await change({ idle_minutes: 480 })
    await server.db
      .updateTable('sessions')
      .set({ activeAt: new Date(Date.now() - 3_600_000) })
      .where('personId', '=', theo._id)
      .execute()
    await change({ idle_minutes: 15 })
    await expect.poll(() => theo.socket.connected).toBe(false)
    await change({ idle_minutes: null })
  })

  it('keeps both of two changes at once', async () => {
    await Promise.all([change({ idle_minutes: 60 }), change({ audit_retention_days: 90 })])
    expect(await read()).toMatchObject({ idle_minutes: 60, audit_retention_days: 90 })
  })

  it('refuses a change of a policy that somebody else changed meanwhile, and says who did when', async () => {
    const opened = await read()
    const other = await change({ idle_minutes: 15, revision: opened.revision })
    expect(other.status).toBe(200)
    const refused = await change({ idle_minutes: 480, revision: opened.revision })
    expect(refused.status).toBe(409)
    expect(problem.parse(refused.body)).toMatchObject({
      changed_by: 'Maya Lindqvist',
      changed_at: expect.any(String) as string,
    })
    expect(await read()).toMatchObject({ idle_minutes: 15 })
    expect((await change({ idle_minutes: 480, revision: (await read()).revision })).status).toBe(200)
  })

  it.each([
    [{ idle_minutes: 4 }, 'idle_minutes'],
    [{ idle_minutes: 1441 }, 'idle_minutes'],
    [{ audit_retention_days: 29 }, 'audit_retention_days'],
    [{ second_factor_required: 'yes' }, 'second_factor_required'],
    [{ idle_minute: 30 }, 'idle_minute'],
  ])('refuses %o and names what was wrong', async (body, name) => {
    const before = await read()
    const { status, body: refused } = await change(body)
    expect(status).toBe(400)
    expect(JSON.stringify(problem.parse(refused).errors)).toContain(name)
    expect(await read()).toEqual(before)
  })
})
