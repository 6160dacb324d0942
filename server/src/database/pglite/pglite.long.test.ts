import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { databaseFolder, readConfig } from '../../config/config.ts'
import { startServer } from '../../server.ts'
import { heldSync } from '../../testing/database/held-sync.ts'
import { fileSync } from './disk.ts'
import { openDatabases } from '../open.ts'

const data = mkdtempSync(join(tmpdir(), 'interline-pglite-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

it('keeps the documents of a change of which only the next start knows whether it was saved', async () => {
  const held = heldSync()
  held.letGo()
  const config = readConfig({ DATA_DIR: join(data, 'documents'), API_PORT: '0', DEMO_ROWS: '2', LOG_LEVEL: 'silent' })
  const start = (sync = held.sync) =>
    startServer(config, { log: () => undefined, location: { folder: databaseFolder(config), sync } })
  const first = await start()
  const signedIn = await first.app.inject({
    method: 'POST',
    url: '/api/v1/user/auth/admin-login',
    payload: { email: 'admin@interline.test', password: 'interline-demo' },
  })
  const { token } = (signedIn.json() as { data: { token: string } }).data
  const { _id } = await first.db
    .selectFrom('people')
    .select('_id')
    .where('role', '=', 'driver')
    .executeTakeFirstOrThrow()
  const form = [
    `--b\r\ncontent-disposition: form-data; name="_id"\r\n\r\n${_id}`,
    '--b\r\ncontent-disposition: form-data; name="car_document"; filename="a.pdf"\r\n\r\n%PDF-1.4\n%%EOF\n',
    '--b--\r\n',
  ]
  held.fail()
  const answer = await first.app.inject({
    method: 'POST',
    url: '/api/v1/admin/edit-profile/driver',
    payload: form.join('\r\n'),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect(answer.statusCode).toBe(503)
  await first.close()

  const second = await start(fileSync)
  const { car_document } = await second.db
    .selectFrom('people')
    .select('car_document')
    .where('_id', '=', _id)
    .executeTakeFirstOrThrow()
  expect(existsSync(join(config.dataDir, car_document ?? 'none'))).toBe(true)
  await second.close()
}, 120_000)

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
}, 120_000)

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
}, 120_000)
