import { sql } from 'kysely'
import { expect } from 'vitest'
import { itOnBothDatabases } from '../testing/services.ts'
import { createReadyDatabase } from '../testing/test-server.ts'
import { databaseLimits, openDatabases } from './open.ts'
import { prepared } from './prepared.ts'

itOnBothDatabases('keeps marked statements, and only those, on %s', async (database) => {
  const { location, drop } = await createReadyDatabase(database)
  const { db, close } = await openDatabases(location, { ...databaseLimits, pool: 1 }, { asItIs: true })
  try {
    for (const n of [1, 2, 3]) {
      const { rows } = await sql<{ sum: number }>`select ${prepared} ${n}::int + 1 as sum`.execute(db)
      expect(rows).toEqual([{ sum: n + 1 }])
      await sql`select ${n}::int + 2 as sum`.execute(db)
    }
    await expect(sql`select ${prepared} ${'no number'}::int`.execute(db)).rejects.toMatchObject({ code: '22P02' })
    await expect(sql`select ${prepared} ${'1'}::int`.execute(db)).resolves.toBeDefined()
    const { rows } = await sql<{
      statement: string
    }>`select statement from pg_prepared_statements where statement like '%+%' order by 1`.execute(db)
    expect(rows.map(({ statement }) => statement)).toEqual(
      database === 'PostgreSQL' ? ['select /* prepared */ $1::int + 1 as sum'] : [],
    )
  } finally {
    await close()
    await drop()
  }
})
