import { sql } from 'kysely'
import { expect } from 'vitest'
import { itOnBothDatabases } from '../testing/services.ts'
import { createReadyDatabase } from '../testing/test-server.ts'
import { openDatabases } from './open.ts'
import { vacuumRewritten } from './vacuum.ts'

itOnBothDatabases('vacuums what was written whole, with several nodes at once, on %s', async (database) => {
  const { location, drop } = await createReadyDatabase(database)
  const { db, close } = await openDatabases(location, undefined, { asItIs: true })
  try {
    const stateOf = async () => {
      const { rows } =
        await sql`select relallvisible::float8 / relpages as visible, (select count(*)::int from pg_stats where tablename = relname) as analyzed
        from pg_class where relname = 'rewritten'`.execute(db)
      return rows
    }
    await sql`create table rewritten as select n, lpad(n::text, 300) as filling from generate_series(1, 30000) n`.execute(
      db,
    )
    await sql`create index rewritten_n on rewritten (n)`.execute(db)
    expect(await stateOf()).toEqual([{ visible: 0, analyzed: 0 }])
    await Promise.all([1, 2, 3].map(() => vacuumRewritten(db)))
    expect(await stateOf()).toEqual([{ visible: 1, analyzed: 2 }])
  } finally {
    await close()
    await drop()
  }
})
