import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invitation } from '@interline/shared/contract'
import { answer, invitation, invitationFor, problem } from '@interline/shared/contract/schemas'
import { hashToken } from '../../auth/sessions.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { describeOnDatabase } from '../../testing/services.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

const password = 'a password of my own'
const tokenOf = ({ link }: Pick<Invitation, 'link'>) => new URL(link ?? '').searchParams.get('token') ?? ''

describeOnDatabase('invitations of administrators on %s', (database) => {
  let server: TestServer
  let owner: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '2' })
    owner = await server.signIn()
  })
  afterAll(() => server.close())

  const post = (path: string, body: object, token?: string) =>
    server.call('POST', path, { body, ...(token && { token }) })
  const manage = (act: string, body: object) => post(`/admin/administrators/${act}`, body, owner)
  const invite = async (email: string, admin_role = 'support') =>
    answer(invitation).parse((await manage('invite', { full_name: 'Ann Lee', email, admin_role })).body).data
  const accept = (token: string, chosen = password) => post('/user/auth/accept-invitation', { token, password: chosen })
  const rowOf = async (_id: string) => {
    const { body } = await server.call('GET', '/admin/administrators', { token: owner })
    return field<{ _id: string }[]>(body, 'data').find((row) => row._id === _id)
  }
  const actsOn = async (targetId: string) =>
    (
      await server.db.selectFrom('audit').selectAll().where('targetId', '=', targetId).orderBy('sequence').execute()
    ).map(({ act, before, after }) => [act, before, after])

  it('are accepted once, with an own password, by whoever has the link', async () => {
    const { administrator, is_mailed, link } = await invite('ann@office.example')
    expect([is_mailed, link]).toEqual([
      false,
      expect.stringContaining('http://localhost:3999/accept-invitation?token='),
    ])
    expect(await rowOf(administrator._id)).toMatchObject({ state: 'invited', invited_by: 'Maya Lindqvist' })
    const token = tokenOf({ link })
    const read = answer(invitationFor).parse((await post('/user/auth/invitation', { token })).body).data
    expect(read).toMatchObject({ full_name: 'Ann Lee', email: 'ann@office.example', admin_role: 'support' })
    const both = await Promise.all([accept(token), accept(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const login = await post('/user/auth/admin-login', { email: 'ann@office.example', password })
    expect(field(login.body, 'data.user')).toMatchObject({ _id: administrator._id, admin_role: 'support' })
    expect(await rowOf(administrator._id)).toMatchObject({
      state: 'active',
      invitation_expires_at: null,
      last_sign_in_at: expect.any(String),
    })
    const fields = { full_name: 'Ann Lee', email: 'ann@office.example', admin_role: 'support' }
    expect(await actsOn(administrator._id)).toEqual([
      ['invite', null, fields],
      ['accept-invitation', null, fields],
      ['sign-in', null, null],
    ])
  })

  it('are stored without the secret of their link', async () => {
    const token = tokenOf(await invite('hash@office.example'))
    const rows = await server.db.selectFrom('invitations').selectAll().execute()
    const audit = await server.db.selectFrom('audit').selectAll().execute()
    const answers = await server.db.selectFrom('repeatable_answers').selectAll().execute()
    expect(JSON.stringify([rows, audit, answers])).not.toContain(token)
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(hashToken(token))
  })

  it('are renewed by another link, and withdrawn', async () => {
    const { administrator, link } = await invite('renew@office.example')
    const { _id } = administrator
    const renewed = answer(invitation).parse((await manage('renew-invitation', { _id })).body).data
    expect((await accept(tokenOf({ link }))).status).toBe(400)
    expect((await manage('change-role', { _id, admin_role: 'viewer' })).status).toBe(200)
    expect((await manage('withdraw-invitation', { _id })).status).toBe(200)
    const late = await accept(tokenOf(renewed))
    expect([late.status, problem.parse(late.body).title]).toEqual([
      400,
      'This invitation has expired, was used or was withdrawn',
    ])
    expect(await rowOf(_id)).toBeUndefined()
    expect((await manage('renew-invitation', { _id })).status).toBe(404)
    expect((await manage('withdraw-invitation', { _id })).status).toBe(404)
    expect((await actsOn(_id)).map(([act]) => act)).toEqual([
      'invite',
      'renew-invitation',
      'change-role',
      'withdraw-invitation',
    ])
    // The address is free again.
    expect((await invite('renew@office.example')).administrator.state).toBe('invited')
  })

  it('expire after seven days, and work again once they are renewed', async () => {
    const { administrator, link } = await invite('late@office.example')
    const days = (Date.parse(administrator.invitation_expires_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
    const expiresAt = new Date(Date.now() - 1000)
    await server.db.updateTable('invitations').set({ expiresAt }).where('_id', '=', administrator._id).execute()
    expect((await post('/user/auth/invitation', { token: tokenOf({ link }) })).status).toBe(400)
    expect((await accept(tokenOf({ link }))).status).toBe(400)
    const renewed = await manage('renew-invitation', { _id: administrator._id })
    expect((await accept(tokenOf(answer(invitation).parse(renewed.body).data))).status).toBe(200)
  })

  it('are no way in, and no way to a password, before they are accepted', async () => {
    await invite('early@office.example')
    expect((await post('/user/auth/admin-login', { email: 'early@office.example', password })).status).toBe(401)
    await post('/user/auth/forgot-password', { email: 'early@office.example' })
    expect(await server.db.selectFrom('password_resets').selectAll().execute()).toEqual([])
  })

  it.each([
    ['full_name', { full_name: ' ', email: 'x@office.example', admin_role: 'viewer' }, 400],
    ['email', { full_name: 'X', email: 'no address', admin_role: 'viewer' }, 400],
    ['admin_role', { full_name: 'X', email: 'x@office.example', admin_role: 'king' }, 400],
    ['email', { full_name: 'X', email: 'Theo@Interline.test', admin_role: 'viewer' }, 409],
  ])('name %s when it cannot be accepted: %j', async (name, body, status) => {
    const refused = await manage('invite', body)
    expect([refused.status, problem.parse(refused.body).errors?.[0]?.field]).toEqual([status, name])
  })

  it('are one for each address, whatever its case', async () => {
    await invite('one@office.example')
    const again = await manage('invite', { full_name: 'X', email: 'One@Office.example', admin_role: 'owner' })
    expect([again.status, problem.parse(again.body).errors?.[0]?.message]).toEqual([
      409,
      'was invited already; renew that invitation',
    ])
  })

  it('keep a link whose password was refused, and serve whose address a rider registers', async () => {
    const token = tokenOf(await invite('keep@office.example'))
    for (const bad of ['short', '1234567890']) {
      const refused = await accept(token, bad)
      expect([refused.status, problem.parse(refused.body).errors?.[0]?.field]).toEqual([400, 'password'])
    }
    const person = { role: 'user', full_name: 'Pat', email: 'Keep@office.example', password }
    expect((await post('/user/auth/register', person)).status).toBe(200)
    expect((await accept(token)).status).toBe(200)
    expect((await post('/user/auth/admin-login', { email: 'keep@office.example', password })).status).toBe(200)
    expect((await post('/user/auth/login', { email: 'keep@office.example', password })).status).toBe(200)
    const again = { ...person, role: 'driver', phone: '+1 555' }
    expect((await post('/user/auth/register', again)).status).toBe(409)
    expect(
      (await manage('invite', { full_name: 'X', email: 'KEEP@office.example', admin_role: 'viewer' })).status,
    ).toBe(409)
  })

  it('let a driver be invited, who has a password for each account then', async () => {
    const driver = { role: 'driver', full_name: 'Dee', email: 'dee@office.example', password, phone: '+1 555' }
    expect((await post('/user/auth/register', driver)).status).toBe(200)
    expect((await accept(tokenOf(await invite('dee@office.example')), 'an office password')).status).toBe(200)
    await post('/user/auth/forgot-password', { email: 'Dee@office.example' })
    const links = () =>
      server.db
        .selectFrom('password_resets')
        .innerJoin('people', 'people._id', 'personId')
        .select('role')
        .where('email', '=', 'dee@office.example')
        .orderBy('role')
        .execute()
    await expect.poll(links).toEqual([{ role: 'admin' }, { role: 'driver' }])
  })
})

describe('the mail of an invitation', () => {
  it.each([
    ['goes out when there is a mail server, and the answer has no link', false],
    ['is the link in the answer when the mail server does not take it', true],
  ])('%s', async (_what, isBroken) => {
    const mail = await startMailServer(isBroken)
    const server = await startTestServer('PGlite', { DEMO_ROWS: '0', SMTP_URL: mail.url })
    const { body } = await server.call('POST', '/admin/administrators/invite', {
      token: await server.signIn(),
      body: { full_name: 'Ann Lee', email: 'ann@office.example', admin_role: 'viewer' },
    })
    const { is_mailed, link } = answer(invitation).parse(body).data
    expect([is_mailed, link === null]).toEqual([!isBroken, !isBroken])
    const text = isBroken ? (link ?? '') : (mail.mails[0]?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '')
    if (!isBroken) expect(text).toContain('Maya Lindqvist invites you')
    const token = /accept-invitation\?token=([\w-]+)/.exec(text)?.[1]
    const accepted = await server.call('POST', '/user/auth/accept-invitation', { body: { token, password } })
    expect(accepted.status).toBe(200)
    expect(server.logLines.join('')).not.toContain(token)
    await server.close()
    mail.close()
  })
})
