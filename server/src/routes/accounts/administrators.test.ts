import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { capabilities, type AdminRole } from '@interline/shared/contract'
import { administratorAccount, answer, problem } from '@interline/shared/contract/schemas'
import { connectSocket, signInAdmin } from '../../testing/socket-client.ts'
import { waitingCallers } from '../../testing/database/waiting-callers.ts'
import { describeOnDatabase } from '../../testing/services.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

const [maya, theo, ines] = ['65a1b2c30000000000000001', '65a1b2c30000000000000002', '65a1b2c30000000000000003']

describeOnDatabase('accounts of administrators on %s', (database) => {
  let server: TestServer
  let owner: string
  beforeAll(async () => void (server = await startTestServer(database, { DEMO_ROWS: '2' })))
  afterAll(() => server.close())
  beforeEach(async () => {
    const roles: Record<string, AdminRole> = { [maya]: 'owner', [theo]: 'admin', [ines]: 'support' }
    for (const [_id, admin_role] of Object.entries(roles))
      await server.db.updateTable('people').set({ admin_role, disabledAt: null }).where('_id', '=', _id).execute()
    owner = await server.signIn()
  })

  const manage = (act: string, body: object, token = owner) =>
    server.call('POST', `/admin/administrators/${act}`, { token, body })
  const newest = async () =>
    server.db.selectFrom('audit').selectAll().orderBy('sequence', 'desc').limit(1).executeTakeFirst()

  it('are listed with role, state and last sign-in', async () => {
    await manage('disable', { _id: ines })
    const { body } = await server.call('GET', '/admin/administrators', { token: owner })
    const rows = answer(administratorAccount.array()).parse(body).data
    expect(rows.map(({ full_name, admin_role, state }) => [full_name, admin_role, state])).toEqual([
      ['Maya Lindqvist', 'owner', 'active'],
      ['Theo Marchetti', 'admin', 'active'],
      ['Ines Duarte', 'support', 'disabled'],
      ['Jonas Weber', 'viewer', 'active'],
    ])
    expect(Date.now() - Date.parse(rows[0]?.last_sign_in_at ?? '')).toBeLessThan(60_000)
    expect(rows[3]?.last_sign_in_at).toBeNull()
  })

  it('feel another role at once: calls, and the open socket', async () => {
    const person = await signInAdmin(server, 'theo@interline.test')
    const connected = await connectSocket(server, person)
    const told: AdminRole[] = []
    connected.socket.on('role-changed', (role) => void told.push(role))
    const driver = { driver_id: 'nobody', is_driver_profile_approved: true }
    const verify = () => server.call('POST', '/admin/verify-driver', { token: person.token, body: driver })
    const send = () =>
      connected.socket.emitWithAck('send-message', { senderId: theo, receiverId: 'nobody', message: 'Hello' })
    expect((await verify()).status).toBe(404)
    expect(await send()).toMatchObject({ title: 'There is nobody with this id to write to' })
    expect((await manage('change-role', { _id: theo, admin_role: 'viewer' })).status).toBe(200)
    const refused = await verify()
    expect([refused.status, problem.parse(refused.body).detail]).toEqual([
      403,
      'Your role, viewer, may not change drivers. An owner can give you another role.',
    ])
    expect(await send()).toMatchObject({
      title: 'Your role may not do this',
      detail: 'Your role, viewer, may not write in chats. An owner can give you another role.',
    })
    expect(await connected.socket.emitWithAck('user-connected', { userId: theo })).toEqual({
      success: true,
      admin_role: 'viewer',
      backend: capabilities,
    })
    expect(told).toEqual(['viewer'])
    expect(await newest()).toMatchObject({
      act: 'change-role',
      resource: 'administrator',
      actorId: maya,
      targetId: theo,
      before: { admin_role: 'admin' },
      after: { admin_role: 'viewer' },
    })
    connected.socket.disconnect()
  })

  it('keep a role that another owner gave meanwhile, and so does an invitation', async () => {
    const other = await server.signIn('theo@interline.test')
    const body = { full_name: 'Noor Haddad', email: 'noor.h@interline.test', admin_role: 'support' }
    const invited = field<string>((await manage('invite', body)).body, 'data.administrator._id')
    const accounts = async () =>
      answer(administratorAccount.array()).parse(
        (await server.call('GET', '/admin/administrators', { token: owner })).body,
      ).data
    await server.db.updateTable('people').set({ admin_role: 'owner' }).where('_id', '=', theo).execute()
    for (const _id of [ines, invited]) {
      const seen = (await accounts()).find((account) => account._id === _id)
      const give = (admin_role: AdminRole, token?: string, revision = seen?.revision) =>
        manage('change-role', { _id, admin_role, revision }, token)
      expect((await give('viewer', other)).status).toBe(200)
      const refused = await give('admin')
      expect([refused.status, problem.parse(refused.body).changed_by]).toEqual([409, 'Theo Marchetti'])
      expect((await accounts()).find((account) => account._id === _id)?.admin_role).toBe('viewer')
      expect((await give('admin', owner, Number(seen?.revision) + 1)).status).toBe(200)
    }
  })

  it('are out at once when they are disabled, and come back by a new sign-in alone', async () => {
    const person = await signInAdmin(server, 'theo@interline.test')
    const connected = await connectSocket(server, person)
    const read = () => server.call('GET', '/admin/notification/list', { token: person.token })
    expect((await read()).status).toBe(200)
    expect((await manage('disable', { _id: theo })).status).toBe(200)
    expect((await read()).status).toBe(401)
    await expect.poll(() => connected.socket.connected, { timeout: 1000 }).toBe(false)
    expect(connected.events).toContain('session-ended')
    await expect(connectSocket(server, person)).rejects.toThrow('Please sign in')
    const body = { email: 'theo@interline.test', password: 'interline-demo' }
    const signIn = () => server.call('POST', '/user/auth/admin-login', { body })
    expect(problem.parse((await signIn()).body).title).toBe('The e-mail address or the password is not right')
    expect(await newest()).toMatchObject({ act: 'refused-sign-in', targetId: theo })
    expect((await manage('enable', { _id: theo })).status).toBe(200)
    expect(await newest()).toMatchObject({ act: 'enable', before: { state: 'disabled' }, after: { state: 'active' } })
    expect((await read()).status).toBe(401)
    expect((await signIn()).status).toBe(200)
  })

  it('get no link for a new password while they are disabled, and those from before end', async () => {
    const ask = (email = 'theo@interline.test') =>
      server.call('POST', '/user/auth/forgot-password', { body: { email } })
    const links = async () =>
      (await server.db.selectFrom('password_resets').select('personId').execute()).map(({ personId }) => personId)
    await ask()
    await expect.poll(links).toEqual([theo])
    await manage('disable', { _id: theo })
    await ask()
    await ask('admin@interline.test')
    await expect.poll(links).toEqual([maya])
  })

  it.each([
    ['disable', { _id: maya }, 409, 'Nobody disables themself'],
    ['change-role', { _id: maya, admin_role: 'admin' }, 409, 'Nobody changes their own role'],
    ['disable', { _id: 'nobody' }, 404, 'There is no such administrator'],
    ['enable', { _id: 'nobody' }, 404, 'There is no such administrator'],
    ['change-role', { _id: 'nobody', admin_role: 'admin' }, 404, 'There is no such administrator'],
    ['change-role', { _id: theo, admin_role: 'king' }, 400, 'The request is not valid'],
  ])('refuses to %s %j', async (act, body, status, title) => {
    const before = (await newest())?._id
    const refused = await manage(act, body)
    expect([refused.status, problem.parse(refused.body).title]).toEqual([status, title])
    expect((await newest())?._id).toBe(before)
  })

  it('does not know drivers as administrators, and changes nothing twice', async () => {
    const driver = await server.db.selectFrom('people').select('_id').where('role', '=', 'driver').executeTakeFirst()
    expect((await manage('disable', { _id: driver?._id })).status).toBe(404)
    await manage('change-role', { _id: theo, admin_role: 'viewer' })
    const before = (await newest())?._id
    expect((await manage('change-role', { _id: theo, admin_role: 'viewer' })).status).toBe(200)
    expect((await manage('enable', { _id: theo })).status).toBe(200)
    expect((await newest())?._id).toBe(before)
  })

  it('says of somebody who was invited that there is nothing to disable', async () => {
    const invited = { full_name: 'Ann', email: 'ann@office.example', admin_role: 'viewer' }
    const { body } = await manage('invite', invited)
    const { _id } = (body as { data: { administrator: { _id: string } } }).data.administrator
    for (const act of ['disable', 'enable']) {
      const refused = await manage(act, { _id })
      expect([refused.status, problem.parse(refused.body).detail]).toEqual([409, 'Withdraw the invitation instead.'])
    }
  })

  it.each([
    ['disable', {}],
    ['change-role', { admin_role: 'viewer' }],
  ])('keeps the last active owner when two owners %s each other at once', async (act, more) => {
    await manage('change-role', { _id: theo, admin_role: 'owner' })
    const other = await server.signIn('theo@interline.test')
    for (const token of [owner, other]) await server.call('GET', '/admin/administrators', { token })
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    let holds: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => (holds = resolve))
    const holding = server.db.transaction().execute(async (tx) => {
      await sql`select _id from people where role = 'admin' for update`.execute(tx)
      holds()
      await released
    })
    await isHeld
    const callers = waitingCallers(server.db, database)
    const answers = [manage(act, { _id: theo, ...more }), manage(act, { _id: maya, ...more }, other)]
    await expect.poll(callers).toBe(2)
    release()
    await holding
    const ends = await Promise.all(answers)
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = problem.parse(ends.find(({ status }) => status === 409)?.body)
    expect([refused.title, refused.detail]).toEqual([
      'This is the last active owner',
      'Make somebody else an owner first.',
    ])
    const owners = await server.db
      .selectFrom('people')
      .select('_id')
      .where('admin_role', '=', 'owner')
      .where('disabledAt', 'is', null)
      .execute()
    expect(owners).toHaveLength(1)
  })
})
