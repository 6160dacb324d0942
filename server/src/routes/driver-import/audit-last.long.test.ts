import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { waitingCallers } from '../../testing/database/waiting-callers.ts'
import { itUnless, without } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  if (!without('PostgreSQL')) server = await startTestServer('PostgreSQL')
})
afterAll(() => server?.close())

// The embedded database makes one change after the other.
itUnless(without('PostgreSQL'))(
  'an import that waits for somebody else’s row keeps nobody from the audit',
  async () => {
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
      await expect.poll(waitingCallers(server.db, 'PostgreSQL')).toBe(1)
      await server.db.transaction().execute((quick) => sql`select from audit_head for update nowait`.execute(quick))
    })
    expect((await importing)?.status).toBe(409)
  },
)
