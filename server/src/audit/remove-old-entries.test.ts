import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, recordAct } from '../repositories/audit.ts'
import { setPolicy } from '../repositories/accounts/policy.ts'
import { byHand as byHandOn, chainedAnew } from '../testing/database/audit-by-hand.ts'
import { describeOnDatabase } from '../testing/services.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { removeOldEntries } from './remove-old-entries.ts'
import { verifyAudit } from './verify-chain.ts'

const old = 50

describeOnDatabase('old entries of the audit on %s', (database) => {
  let server: TestServer
  const verify = () => verifyAudit(server.db)
  const actor = { _id: null }
  const keep = (days: number | null) =>
    inTransaction(server.db, (tx) => setPolicy(tx, { actor, change: { audit_retention_days: days } }))
  const sequences = async () =>
    (await sql<{ n: number }>`select sequence::int as n from audit order by sequence`.execute(server.db)).rows.map(
      ({ n }) => n,
    )
  const hashAt = async (sequence: number) =>
    (await sql<{ hash: string }>`select hash from audit where sequence = ${sequence}`.execute(server.db)).rows[0]
      ?.hash ?? ''

  const byHand = (...statements: string[]) => byHandOn(server.db, ...statements)

  beforeAll(async () => void (server = await startTestServer(database, { DEMO_ROWS: '2' })))
  afterAll(() => server.close())

  /** An audit of entries from 60 days ago, and one of now: the change of the policy. */
  async function makeAudit(days: number | null) {
    await keep(31)
    await byHand(
      'truncate audit',
      `update audit_head set sequence = 0, hash = '', "removedSequence" = 0, "removedHash" = ''`,
    )
    for (let at = 1; at <= old; at += 1) await recordAct(server.db, { actor, act: `act-${at}`, resource: 'test' })
    await byHand(`update audit set at = now() - interval '60 days'`, chainedAnew)
    await keep(days)
    expect(await verify()).toEqual({ entries: old + 1, head: expect.anything(), removed: { sequence: 0, hash: '' } })
  }

  it('are removed once, as the policy says, which is an entry, and what is left is still a chain', async () => {
    await makeAudit(90)
    expect(await removeOldEntries(server.db)).toBe(0)
    await keep(45)
    const [first, last] = [await hashAt(1), await hashAt(old)]
    expect(await removeOldEntries(server.db)).toBe(old)
    expect(await removeOldEntries(server.db)).toBe(0)
    expect(await sequences()).toEqual([old + 1, old + 2, old + 3])
    const { rows } = await sql`select act, resource, after from audit order by sequence desc limit 1`.execute(server.db)
    expect(rows[0]).toEqual({ act: 'expire', resource: 'audit', after: { entries: old, last: old } })
    const verdict = await verify()
    expect(verdict).toMatchObject({ entries: 3, head: { sequence: old + 3 }, removed: { sequence: old, hash: last } })
    expect(verdict.broken).toBeUndefined()
    expect((await verifyAudit(server.db, { sequence: old, hash: last })).broken).toBeUndefined()
    expect((await verifyAudit(server.db, { sequence: old, hash: first })).broken).toContain('does not have the hash')
    expect((await verifyAudit(server.db, { sequence: 1, hash: first })).broken).toBe(
      'entry 1, whose hash was kept, was removed by its age',
    )
    await byHand(`update audit set act = 'nothing' where sequence = ${old + 1}`)
    expect((await verify()).broken).toContain(`entry ${old + 1} (`)
  })

  it('stay where the policy keeps them for ever', async () => {
    await makeAudit(null)
    expect(await removeOldEntries(server.db)).toBe(0)
    expect(await sequences()).toHaveLength(old + 1)
  })

  const policyFor = 45
  it.each([
    ['a young entry', policyFor, `delete from audit where sequence = ${old + 1}`],
    ['old and young ones', policyFor, 'delete from audit'],
    ['an old one behind others', policyFor, 'delete from audit where sequence = 2'],
    ['an old one that the policy keeps', 61, 'delete from audit where sequence = 1'],
    ['an old one where the policy keeps all', null, 'delete from audit where sequence = 1'],
  ])('the database refuses to remove %s', async (_what, days, statement) => {
    await makeAudit(days)
    await expect(sql.raw(statement).execute(server.db)).rejects.toThrow(
      'the audit can only grow: delete of audit is refused',
    )
    expect(await sequences()).toHaveLength(old + 1)
  })

  it('the database refuses to remove the newest, however old it is', async () => {
    await makeAudit(policyFor)
    await byHand(`delete from audit where sequence > ${old}`, `update audit_head set sequence = ${old}`)
    await expect(sql`delete from audit`.execute(server.db)).rejects.toThrow('delete of audit is refused')
    await sql`delete from audit where sequence < ${old}`.execute(server.db)
    expect(await sequences()).toEqual([old])
  })
})
