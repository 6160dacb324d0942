import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openDatabases } from '../open.ts'

const data = mkdtempSync(join(tmpdir(), 'interline-pglite-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

it('is made anew where it was not finished, and keeps what it has otherwise', async () => {
  const folder = join(data, 'begun', 'database')
  const first = await openDatabases({ folder })
  expect(existsSync(join(folder, 'unfinished'))).toBe(false)
  await sql`create table kept (n int)`.execute(first.db)
  await first.close()
  const again = await openDatabases({ folder })
  await sql`select n from kept`.execute(again.db)
  await again.close()
  // As the power left it: some files of a database that was being made.
  rmSync(join(folder, 'global'), { recursive: true })
  writeFileSync(join(folder, 'unfinished'), '')
  const anew = await openDatabases({ folder })
  await expect(sql`select n from kept`.execute(anew.db)).rejects.toThrow('does not exist')
  await anew.close()
  expect(existsSync(join(folder, 'unfinished'))).toBe(false)
}, 600_000)

it('begins its log anew before it grows for ever', async () => {
  const { db, close } = await openDatabases({ folder: join(data, 'log', 'database') })
  const startOfLog = async () =>
    (await sql<{ redo_lsn: string }>`select redo_lsn::text from pg_control_checkpoint()`.execute(db)).rows[0]?.redo_lsn
  const before = await startOfLog()
  for (let n = 0; n < 18; n += 1) {
    await db
      .insertInto('installation')
      .values({ name: `log-${n}`, value: 'x' })
      .execute()
    await sql`select pg_switch_wal()`.execute(db)
  }
  expect(await startOfLog()).not.toBe(before)
  await close()
}, 600_000)
