import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '../testing/services.ts'
import { field, startTestServer, type TestServer } from '../testing/test-server.ts'

describeOnDatabase('a long audit on %s', (database) => {
  let server: TestServer
  beforeAll(async () => void (server = await startTestServer(database, { DEMO_ROWS: '4' })))
  afterAll(() => server.close())

  it('reads each filter from an index', async () => {
    // Past the trigger: chaining so many in one transaction takes minutes.
    await server.db.transaction().execute(async (tx) => {
      await sql`alter table audit disable trigger user`.execute(tx)
      await sql`insert into audit (_id, at, "actorId", act, resource, "targetId", digest, sequence, hash)
        select 'long-' || n, now() - make_interval(secs => n), 'actor-' || n % 50, 'act-' || n % 40,
          'resource-' || n % 10, 't' || n, '', 100000 + n, '' from generate_series(1, 12000) n`.execute(tx)
      await sql`alter table audit enable trigger user`.execute(tx)
    })
    await sql`analyze audit`.execute(server.db)
    for (const where of [
      `"actorId" = 'actor-7'`,
      `act = 'act-7'`,
      `resource = 'resource-7' and "targetId" = 't7'`,
      'true',
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select "createdAt", serial from audit_list
        where ${sql.raw(where)} order by "createdAt" desc, serial desc limit 51`.execute(server.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, where).toMatch(/Index (Only )?Scan/)
      expect(plan, where).not.toContain('Seq Scan')
    }
    const token = await server.signIn()
    const { body } = await server.call('GET', '/admin/audit?page=last&page_size=10', { token })
    expect(field<number>(body, 'meta.total')).toBe(10_001)
  }, 120_000)
})
