import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databasesHere, startTestServer, type TestServer } from '../../testing/test-server.ts'

const isHere = (await databasesHere()).includes('PostgreSQL')
let server: TestServer
beforeAll(async () => {
  if (isHere) server = await startTestServer('PostgreSQL')
})
afterAll(() => server?.close())

// The embedded database makes one change after the other.
it.runIf(isHere)('an import that waits for somebody else’s row keeps nobody from the audit', async () => {
  const token = await server.signIn()
  const rows = ['first', 'second'].map((name, at) => ({
    line: at + 2,
    cells: { full_name: name, email: `${name}@import.test` },
  }))
  let importing: ReturnType<TestServer['call']> | undefined
  await server.db.transaction().execute(async (tx) => {
    const [somebody] = await tx.selectFrom('people').select('_id').where('role', '=', 'user').limit(1).execute()
    const _id = somebody?._id ?? ''
    await tx.updateTable('people').set({ email: 'second@import.test' }).where('_id', '=', _id).execute()
    importing = server.call('POST', '/admin/drivers/import', { token, body: { import_id: 'import-test-1', rows } })
    const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`
    while (!(await waits.execute(server.db)).rows[0]?.waits) await setTimeout(20)
    await server.db.transaction().execute((quick) => sql`select from audit_head for update nowait`.execute(quick))
  })
  expect((await importing)?.status).toBe(409)
})
