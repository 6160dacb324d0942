import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { writeArchive } from '../backup/archive.ts'
import { verifyBackup } from '../backup/load-backup.ts'
import { interrupted } from '../testing/database/interrupted-dialect.ts'
import { itUnless, without } from '../testing/services.ts'
import { createReadyDatabase, createTestDatabase } from '../testing/test-server.ts'
import { migrate } from './migrations.ts'
import { openDatabases, type DatabaseLocation } from './open.ts'
import { openInMemory, openPglite } from './pglite/pglite.ts'
import type { Database, Tables } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tablesOf = async (db: Database) => (await db.introspection.getTables()).map(({ name }) => name)

it('uses no schema that is half written: the next start writes it anew', async () => {
  const { dialect } = await openInMemory()
  let count = 0
  const db = new Kysely<Tables>({
    dialect: interrupted(dialect, () => {
      count += 1
      if (count === 100) throw new Error('the power went')
    }),
  })
  await expect(migrate(db)).rejects.toThrow('the power went')
  expect(await tablesOf(db)).toEqual([])
  await migrate(db)
  expect(await tablesOf(db)).toEqual(expect.arrayContaining(['people', 'audit_list']))
  await db.destroy()
})

it('gives each administrator a role, and nobody else', async () => {
  const { location } = await createReadyDatabase('PGlite')
  const { db, close } = await openDatabases(location)
  for (const [role, adminRole] of [
    ['admin', null],
    ['admin', 'king'],
    ['driver', 'viewer'],
  ])
    await expect(
      sql`insert into people (_id, role, full_name, "nameKey", "searchText", "createdAt", admin_role)
        values ('a', ${role}, 'Ann', 'ANN', 'ANN', now(), ${adminRole})`.execute(db),
    ).rejects.toThrow('admin_role')
  await close()
})

/** Expects a database as versions before the first release left one to be refused, and to stay as it is. */
async function expectRefusal(location: DatabaseLocation, where: string, open: () => Promise<Database>) {
  const old = await open()
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(old)
  await sql`insert into kysely_migration values ('001-first-tables', ''), ('041-waiting-conversations', '')`.execute(
    old,
  )
  await old.destroy()
  await expect(openDatabases(location)).rejects.toThrow(new RegExp(`^${where} ${before}.*$`))
  const left = await open()
  expect(
    (
      await sql`select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
        left,
      )
    ).rows,
  ).toEqual([{ relname: 'kysely_migration' }])
  expect((await sql`select from kysely_migration`.execute(left)).rows).toHaveLength(2)
  await left.destroy()
}

const before = 'was made before the first release \\(041-waiting-conversations\\)'

it('refuses a DATA_DIR from before the first release in one line, and leaves it as it is', () => {
  const ofBefore = join(folder, 'database')
  return expectRefusal({ folder: ofBefore }, `DATA_DIR: the database in ${ofBefore}`, async () => {
    const { dialect } = await openPglite(ofBefore)
    return new Kysely<Tables>({ dialect })
  })
})

itUnless(without('PostgreSQL'))(
  'refuses a PostgreSQL from before the first release in one line, and leaves it as it is',
  async () => {
    const { location, drop } = await createTestDatabase('PostgreSQL')
    if (typeof location === 'string' || !('url' in location)) return expect.unreachable()
    const { url } = location
    await expectRefusal(
      location,
      `DATABASE_URL: the database at ${new URL(url).host}${new URL(url).pathname}`,
      async () => {
        const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) })
        return new Kysely<Tables>({ dialect })
      },
    )
    await drop()
  },
)

it('refuses a backup from before the first release in one line', async () => {
  const file = join(folder, 'before.tar.gz')
  const manifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: ['001-first-tables', '041-waiting-conversations'],
    tables: [],
  }
  await writeArchive(
    file,
    (async function* () {
      yield { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) }
    })(),
  )
  await expect(verifyBackup(file)).rejects.toThrow(new RegExp(`^${file} ${before}.*$`))
})
