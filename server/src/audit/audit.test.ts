import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction, recordAct } from '../repositories/audit.ts'
import { recordView } from '../repositories/audit/document-views.ts'
import { registerPerson } from '../testing/socket-client.ts'
import { byHand as byHandOn, chainedAnew } from '../testing/database/audit-by-hand.ts'
import { describeOnDatabase } from '../testing/services.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { verifyAudit } from './verify-chain.ts'

type Entry = {
  sequence: string
  actorId: string | null
  act: string
  resource: string
  targetId: string | null
  before: unknown
  after: unknown
  requestId: string | null
  address: string | null
}

describeOnDatabase('the audit on %s', (database) => {
  let server: TestServer
  beforeAll(async () => void (server = await startTestServer(database, { DEMO_ROWS: '4' })))
  afterAll(() => server.close())

  const newest = async () =>
    (await sql<Entry>`select * from audit order by sequence desc limit 1`.execute(server.db)).rows[0]
  const verify = () => verifyAudit(server.db)

  const byHand = (...statements: string[]) => byHandOn(server.db, ...statements)

  it('names who signed in, was refused and signed out, from where and with which request', async () => {
    const refused = await server.call('POST', '/user/auth/admin-login', {
      body: { email: 'maya@interline.example', password: 'not the password' },
      headers: { 'x-request-id': 'refused-1' },
    })
    expect(refused.status).toBe(401)
    expect(await newest()).toMatchObject({ act: 'refused-sign-in', resource: 'administrator', actorId: null })
    const token = await server.signIn()
    const signedIn = await newest()
    expect(signedIn).toMatchObject({ act: 'sign-in', resource: 'administrator' })
    expect(signedIn?.actorId).toBe(signedIn?.targetId)
    expect(signedIn?.address).toMatch(/127\.0\.0\.1|::1/)
    expect(signedIn?.requestId).toBeTruthy()
    const out = await server.call('POST', '/user/auth/logout', { token })
    expect(await newest()).toMatchObject({
      act: 'sign-out',
      actorId: signedIn?.actorId,
      requestId: out.headers['x-request-id'],
    })
  })

  it('has one entry of a person and a document within ten minutes, also of looks at the same moment', async () => {
    const view = (key: string) =>
      recordView(server.db, { actor: { _id: 'somebody' }, owner: 'driver', key, filename: 'a.pdf' })
    const entries = async () =>
      (await sql`select 1 from audit where act = 'view-document'`.execute(server.db)).rows.length
    await Promise.all(Array.from({ length: 8 }, () => view('uploads/1.pdf')))
    expect(await entries()).toBe(1)
    await view('uploads/2.pdf')
    expect(await entries()).toBe(2)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_001 })
    try {
      await view('uploads/1.pdf')
    } finally {
      vi.useRealTimers()
    }
    expect(await entries()).toBe(3)
  })

  it('names what a change was before and after', async () => {
    const token = await server.signIn()
    const list = await server.call('GET', '/admin/user/rides', { token })
    const [booking] = (list.body as { data: { _id: string; status: string }[] }).data
    const status = booking?.status === 'Rejected' ? 'Pending' : 'Rejected'
    await server.call('POST', '/admin/ride/status', { token, body: { _id: booking?._id, status } })
    expect(await newest()).toMatchObject({
      act: 'change-status',
      resource: 'booking',
      targetId: booking?._id,
      before: { status: booking?.status },
      after: { status },
    })
  })

  it('names what drivers and riders do on their own', async () => {
    const driver = await registerPerson(server, 'driver')
    expect(await newest()).toMatchObject({
      act: 'register',
      actorId: driver._id,
      targetId: driver._id,
      resource: 'driver',
    })
    expect(JSON.stringify((await newest())?.after)).not.toContain('password')
    await server.call('POST', '/driver/request-re-verification', { token: driver.token })
    expect(await newest()).toMatchObject({ act: 'ask-verification', after: { reverify_status: 'Pending' } })
    const ride = {
      source: { address: 'Graz' },
      destination: { address: 'Linz' },
      ride_time: new Date(Date.now() + 86_400_000).toISOString(),
    }
    const offered = await server.call('POST', '/driver/rides', {
      token: driver.token,
      body: { ...ride, amount: 12, passenger_capacity: 2 },
    })
    const ride_id = (offered.body as { data: { _id: string } }).data._id
    expect(await newest()).toMatchObject({ act: 'offer', actorId: driver._id, resource: 'ride', targetId: ride_id })
    const rider = await registerPerson(server, 'user')
    await server.call('POST', '/user/bookings', { token: rider.token, body: { ride_id } })
    expect(await newest()).toMatchObject({ act: 'book', actorId: rider._id, resource: 'booking' })
  })

  it('keeps no entry of a change that is not committed, and chains those at once in the order of their commits', async () => {
    const before = await newest()
    const act = (at: number) => ({ actor: { _id: null }, act: `act-${at}`, resource: 'test' })
    await expect(
      inTransaction(server.db, async (tx) => {
        await recordAct(tx, act(0))
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect((await newest())?.sequence).toBe(before?.sequence)
    await Promise.all(Array.from({ length: 40 }, (_, at) => inTransaction(server.db, (tx) => recordAct(tx, act(at)))))
    expect(Number((await newest())?.sequence)).toBe(Number(before?.sequence) + 40)
    expect((await verify()).broken).toBeUndefined()
  })

  it.each([
    [`update audit set act = 'nothing'`, 'update of audit'],
    [`delete from audit`, 'delete of audit'],
    [`truncate audit`, 'truncate of audit'],
    [`delete from audit_head`, 'delete of audit_head'],
    [`truncate audit_head`, 'truncate of audit_head'],
    [`update audit_head set sequence = sequence - 1`, 'update of audit_head'],
    [`update audit_head set hash = ''`, 'update of audit_head'],
    [`update audit_head set "removedSequence" = 3`, 'update of audit_head'],
  ])('refuses %s', async (statement, named) => {
    await expect(sql.raw(statement).execute(server.db)).rejects.toThrow(`the audit can only grow: ${named} is refused`)
  })

  describe('by hand', () => {
    let whole: string
    const copy = 'create table copied as select * from audit; create table copied_head as select * from audit_head'
    beforeAll(async () => {
      for (const statement of copy.split('; ')) await sql.raw(statement).execute(server.db)
      whole = (await sql<{ n: string }>`select sequence as n from audit_head`.execute(server.db)).rows[0]?.n ?? ''
    })
    afterEach(async () => {
      await byHand('truncate audit, audit_head', 'insert into audit select * from copied')
      await byHand('insert into audit_head select * from copied_head')
      expect(await verify()).toMatchObject({ entries: Number(whole) })
      expect((await verify()).broken).toBeUndefined()
    })

    it.each([
      ['a changed entry', [`update audit set "actorId" = 'somebody' where sequence = 7`], 'entry 7 ('],
      ['a changed value', [`update audit set after = '{"status":"Completed"}' where act = 'change-status'`], 'entry '],
      ['a changed time', [`update audit set at = at - interval '1 day' where sequence = 3`], 'entry 3 ('],
      ['a removed entry', [`delete from audit where sequence = 5`], 'entry 5 is missing'],
      ['the first one removed', [`delete from audit where sequence = 1`], 'entry 1 is missing'],
      [
        'the last three removed',
        [`delete from audit where sequence > (select sequence - 3 from audit_head)`],
        ' are missing',
      ],
      [
        'two that changed places',
        [
          `update audit set sequence = -4 where sequence = 4`,
          `update audit set sequence = 4 where sequence = 6`,
          `update audit set sequence = 6 where sequence = -4`,
        ],
        'entry 4 (',
      ],
      [
        'a hash that was made anew for a changed entry',
        [
          `update audit set act = 'nothing' where sequence = 8`,
          `update audit set hash = audit_hash((select hash from audit where sequence = 7), audit) where sequence = 8`,
        ],
        'entry 9 (',
      ],
      [
        'an entry before all others',
        [
          `insert into audit select '650000000000000000000001', at, "actorId", act, resource, "targetId", before, after, "requestId", address, "searchText", salt, digest, -5, hash
           from audit where sequence = 7`,
        ],
        'entry -5 (',
      ],
      ['a head of an earlier entry', [`update audit_head set sequence = 9`], 'audit_head names entry 9'],
      ['no head', [`delete from audit_head`], 'audit_head is missing'],
    ])('%s is found', async (_what, statements, named) => {
      await byHand(...statements)
      expect((await verify()).broken).toContain(named)
    })

    it('an audit that was made anew as a whole is found by a head that was kept elsewhere', async () => {
      const { head } = await verify()
      await byHand(`update audit set act = 'nothing' where sequence = 2`, chainedAnew)
      expect((await verify()).broken).toBeUndefined()
      expect((await verifyAudit(server.db, head)).broken).toBe(
        `entry ${head.sequence} does not have the hash that was kept: ${head.hash}`,
      )
      expect((await verifyAudit(server.db, { ...head, sequence: head.sequence + 1 })).broken).toContain('is missing')
    })
  })
})
