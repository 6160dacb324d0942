import { generateSync } from 'otplib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, newAuthenticator } from '@interline/shared/contract/schemas'
import { hashToken } from '../auth/sessions.ts'
import type { Tx } from '../database/tables.ts'
import { waitingCallers } from '../testing/database/waiting-callers.ts'
import { describeUnless, without } from '../testing/services.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { findAccount } from './accounts/accounts.ts'
import { createPasswordReset } from './accounts/password-resets.ts'
import { appendMessages } from './messages/append-messages.ts'

// The embedded database makes one change after the other.
describeUnless(without('PostgreSQL'))('changes that cross on PostgreSQL', () => {
  let server: TestServer
  let token: string
  let maya: string
  let theo: string
  beforeAll(async () => {
    server = await startTestServer('PostgreSQL')
    token = await server.signIn()
    maya = (await findAccount(server.db, 'admin@interline.test', 'staff'))?._id ?? ''
    theo = (await findAccount(server.db, 'theo@interline.test', 'staff'))?._id ?? ''
  })
  afterAll(() => server?.close())

  const post = async (path: string, body: object) => (await server.call('POST', path, { token, body })).status
  const lockTable = (name: string) => (tx: Tx) => sql`lock table ${sql.table(name)} in exclusive mode`.execute(tx)
  const lockHead = (tx: Tx) => sql`select from audit_head for update`.execute(tx)
  const lockPerson = (_id: string) => (tx: Tx) => sql`select from people where _id = ${_id} for update`.execute(tx)
  const newcomers = (many: number) =>
    server.db
      .selectFrom('people')
      .select(['_id', 'revision'])
      .where('role', '=', 'driver')
      .where('_id', 'not in', (eb) => eb.selectFrom('conversations').select('partyId'))
      .where('_id', 'not in', (eb) => eb.selectFrom('driver_reviews').select('driverId'))
      .limit(many)
      .execute()
  async function waitForReview(many: number) {
    const drivers = await newcomers(many)
    expect(drivers).toHaveLength(many)
    const ids = drivers.map(({ _id }) => _id)
    await server.db
      .updateTable('people')
      .set({ reverify_status: 'Pending', rejectedAt: null, askedAt: new Date() })
      .where('_id', 'in', ids)
      .execute()
    for (const _id of ids) expect(await post('/admin/drivers/queue/claim', { _id })).toBe(200)
    return ids
  }

  /** Lets the calls go one by one as far as they come while `lock` is held, and then to their end. */
  async function crossing<Result>(lock: (tx: Tx) => Promise<unknown>, calls: (() => Promise<Result>)[]) {
    const begun: Promise<Result>[] = []
    await server.db.transaction().execute(async (tx) => {
      await lock(tx)
      for (const call of calls) {
        begun.push(call())
        await expect.poll(waitingCallers(server.db, 'PostgreSQL')).toBe(begun.length)
      }
    })
    return Promise.all(begun)
  }

  it('a new second factor and another name', async () => {
    const begun = await server.call('POST', '/admin/account/second-factor/authenticator/begin', { token })
    const code = generateSync({ secret: answer(newAuthenticator).parse(begun.body).data.secret })
    const statuses = await crossing(lockHead, [
      () => post('/admin/account/second-factor/authenticator/confirm', { code }),
      () => post('/admin/account/name', { full_name: 'Maya Anew' }),
    ])
    expect(statuses).toEqual([200, 200])
  })

  it('a link for a new password and its owner’s being disabled', async () => {
    await createPasswordReset(server.db, hashToken('link'), theo, 60)
    const statuses = await crossing(lockPerson(theo), [
      () => post('/admin/administrators/disable', { _id: theo }),
      () => post('/user/auth/reset-password', { token: 'link', password: 'a new password' }),
    ])
    expect(statuses).toEqual([200, 400])
  })

  it('an import and somebody who registers with an address of it', async () => {
    const rows = ['first', 'second'].map((name, at) => ({
      line: at + 2,
      cells: { full_name: name, email: `${name}@crossing.test` },
    }))
    const person = { role: 'driver', full_name: 'Somebody', email: 'second@crossing.test', password: 'a new password' }
    const statuses = await crossing(lockTable('activity'), [
      () => post('/admin/drivers/import', { import_id: 'crossing-1', rows }),
      () => post('/user/auth/register', person),
    ])
    expect(statuses).toEqual([200, 409])
  })

  it('two decisions of one reviewer', async () => {
    const drivers = await waitForReview(2)
    const approvals = drivers.map((_id) => () => post('/admin/drivers/queue/approve', { _id }))
    expect(await crossing(lockTable('driver_reviews'), approvals)).toEqual([200, 200])
  })

  it('a rejection and the first message of that driver', async () => {
    const [driver = ''] = await waitForReview(1)
    const message = { partyId: driver, sender_id: driver, receiver_id: maya, message: 'Hello' }
    const write = () =>
      server.db
        .transaction()
        .execute((tx) => appendMessages(tx, [{ ...message, isToSupport: true, isDelivered: true }]))
    const [status, appended] = await crossing<unknown>(lockTable('driver_reviews'), [
      () => post('/admin/drivers/queue/reject', { _id: driver, reason: 'other', note: 'Too dark' }),
      write,
    ])
    expect([status, appended]).toMatchObject([200, [{ isNew: true }]])
  })

  const erase = (_id: string) => () => post('/admin/people/erase', { _id })
  const write = (_id: string) => () => {
    const message = { partyId: _id, sender_id: _id, receiver_id: maya, message: 'Hello' }
    return appendMessages(server.db, [{ ...message, isToSupport: true, isDelivered: true }])
  }

  it('the erasing of a driver and the undo of their review', async () => {
    const [driver = ''] = await waitForReview(1)
    expect(await post('/admin/drivers/queue/approve', { _id: driver })).toBe(200)
    const undo = () => post('/admin/drivers/queue/undo', {})
    expect(await crossing(lockPerson(driver), [erase(driver), undo])).toEqual([200, 404])
  })

  it.each(['first', 'second'])('the erasing of somebody and their %s message, which is not kept', async (which) => {
    const [{ _id } = { _id: '' }] = await newcomers(1)
    if (which === 'second') await write(_id)()
    expect(await crossing<unknown>(lockHead, [erase(_id), write(_id)])).toEqual([200, [undefined]])
    const kept = server.db.selectFrom('conversations').select('partyId').where('partyId', '=', _id)
    expect(await kept.execute()).toEqual([])
  })

  it('the erasing of somebody and a note about them, which is not kept', async () => {
    const [{ _id } = { _id: '' }] = await newcomers(1)
    const leave = () => post('/admin/notes', { resource: 'driver', target_id: _id, text: 'Is called so' })
    expect(await crossing(lockHead, [erase(_id), leave])).toEqual([200, 404])
  })

  it('an import that waits for somebody else’s row keeps nobody from the audit', async () => {
    const rows = ['one', 'two'].map((name, at) => ({
      line: at + 2,
      cells: { full_name: name, email: `${name}@import.test` },
    }))
    let importing: Promise<number> | undefined
    await server.db.transaction().execute(async (tx) => {
      const [somebody] = await tx.selectFrom('people').select('_id').where('role', '=', 'user').limit(1).execute()
      const _id = somebody?._id ?? ''
      await tx.updateTable('people').set({ email: 'two@import.test' }).where('_id', '=', _id).execute()
      importing = post('/admin/drivers/import', { import_id: 'import-test-1', rows })
      await expect.poll(waitingCallers(server.db, 'PostgreSQL')).toBe(1)
      await server.db.transaction().execute((quick) => sql`select from audit_head for update nowait`.execute(quick))
    })
    expect(await importing).toBe(409)
  })
})
