import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadBackup, verifyBackup } from '../backup/load-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { readConfig } from '../config/config.ts'
import { openDatabases } from '../database/open.ts'
import { openFiles } from '../storage/open-files.ts'
import { inTransaction, recordAct } from '../repositories/audit.ts'
import { setPolicy } from '../repositories/accounts/policy.ts'
import { describeOnDatabase, itUnless } from '../testing/services.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { problemOfArchive } from './cut-archive.ts'
import { cutAudit, cutByPolicy } from './cut.ts'
import { readCuts } from './cut-record.ts'
import { manageAudit } from './manage-audit.ts'
import { verifyAudit } from './verify-chain.ts'

const day = 86_400_000
const old = 50

describeOnDatabase('a cut of the audit on %s', (database) => {
  let server: TestServer
  let folder: string
  const before = new Date(Date.now() - 40 * day)
  const verify = () => verifyAudit(server.db)
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from audit`.execute(server.db)).rows[0]?.n
  const cut = (madeBy = 'a test') => cutAudit(server.db, { folder, before, madeBy })

  /** As somebody who owns the database could: past the triggers. */
  async function byHand(...statements: string[]) {
    await server.db.transaction().execute(async (tx) => {
      const tables = ['audit', 'audit_head', 'audit_cuts']
      for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
    })
  }

  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '2' })
    folder = join(server.dataDir, 'audit-archive')
  })
  afterAll(() => server.close())

  /** An audit of entries from 60 days ago, with a name that has a line separator, and three of now. */
  beforeEach(async () => {
    rmSync(folder, { recursive: true, force: true })
    await byHand('truncate audit, audit_cuts', `update audit_head set sequence = 0, hash = ''`)
    const act = (at: number) => ({
      actor: { _id: null },
      act: `act-${at}`,
      resource: 'test',
      after: { n: 'a\u2028b\nc' },
    })
    for (let at = 1; at <= old; at += 1) await recordAct(server.db, act(at))
    await byHand(
      `update audit set at = now() - interval '60 days'`,
      `do $$ declare one audit; previous text := '';
       begin
         for one in select * from audit order by sequence loop
           previous := audit_hash(previous, one);
           update audit set hash = previous where _id = one._id;
         end loop;
         update audit_head set hash = previous;
       end $$`,
    )
    for (let at = 1; at <= 3; at += 1) await recordAct(server.db, act(at))
    expect(await verify()).toMatchObject({ entries: old + 3, cuts: [] })
    expect((await verify()).broken).toBeUndefined()
  })

  it('removes what is older into an archive that can be checked, and says so in the audit', async () => {
    const { hash } = (await sql<{ hash: string }>`select hash from audit where sequence = ${old}`.execute(server.db))
      .rows[0] ?? { hash: '' }
    expect(await cut()).toBe(old)
    expect(await cut()).toBe(0)
    expect(await count()).toBe(4)
    const [made] = await readCuts(server.db)
    expect(made).toMatchObject({ first: 1, sequence: old, entries: old, hash, before, madeBy: 'a test', previous: '' })
    const { rows } = await sql`select act, noun, after from audit order by sequence desc limit 1`.execute(server.db)
    expect(rows[0]).toEqual({
      act: 'cut',
      noun: 'audit',
      after: { first: 1, last: old, entries: old, older_than: before.toISOString(), by: 'a test' },
    })
    const verdict = await verify()
    expect(verdict).toMatchObject({ entries: 4, head: { sequence: old + 4 } })
    expect(verdict.broken).toBeUndefined()
    expect(readdirSync(folder)).toEqual(['000000000001-000000000050.jsonl.gz'])
    expect(made && (await problemOfArchive(folder, made, ''))).toBeNull()
    expect((await verifyAudit(server.db, { sequence: old, hash })).broken).toBeUndefined()
    expect((await verifyAudit(server.db, { sequence: 3, hash })).broken).toContain('was removed by a cut')
    expect((await verifyAudit(server.db, undefined, 'A'.repeat(43))).broken).toContain('not with the one that was kept')
  })

  it('goes on from the cut before, and its cuts are a chain', async () => {
    await cutAudit(server.db, { folder, before: new Date(Date.now() - 70 * day), madeBy: 'x' })
    await cut()
    await byHand(`update audit set at = at`)
    for (let at = 0; at < 5; at += 1)
      await recordAct(server.db, { actor: { _id: null }, act: 'later', resource: 'test' })
    expect(await cutAudit(server.db, { folder, before: new Date(Date.now() + day), madeBy: 'x' })).toBe(8)
    const [first, second] = await readCuts(server.db)
    expect(second).toMatchObject({ first: old + 1, previous: first?.signature })
    expect((await verify()).broken).toBeUndefined()
    expect(await verify()).toMatchObject({ entries: 2 })
    expect(second && first && (await problemOfArchive(folder, second, first.hash))).toBeNull()
  })

  describe('the database refuses', () => {
    const values = (first: number, sequence: number, hash = `(select hash from audit where sequence = ${sequence})`) =>
      `insert into audit_cuts (first, sequence, entries, hash, at, before, "madeBy", archive, previous, signature)
       values (${first}, ${sequence}, ${sequence - first + 1}, ${hash}, now(), now(), 'x', 'x', '', 'x')`
    it.each<[string, string[], string]>([
      ['to delete without a cut', ['delete from audit where sequence = 1'], 'the audit can only grow'],
      [
        'to delete more than the cut',
        [values(1, 10), 'delete from audit where sequence <= 11'],
        'the audit can only grow',
      ],
      ['to delete less', [values(1, 10), 'delete from audit where sequence <= 9'], 'removes all entries that it names'],
      ['a cut that does not begin with the oldest', [values(2, 10)], 'names the oldest entries'],
      ['a cut with another hash', [values(1, 10, `'${'0'.repeat(64)}'`)], 'the hash of the last of them'],
      ['a cut of everything', [values(1, old + 3)], 'leaves the newest'],
      [
        'to change an entry in a cut',
        [values(1, 10), 'update audit set act = act where sequence = 1'],
        'update of audit',
      ],
      ['to truncate', ['truncate audit'], 'truncate of audit'],
    ])('%s', async (_what, statements, reason) => {
      const all = server.db.transaction().execute(async (tx) => {
        for (const statement of statements) await sql.raw(statement).execute(tx)
      })
      await expect(all).rejects.toThrow(reason)
      expect(await count()).toBe(old + 3)
    })

    it.each([
      [`update audit_cuts set "madeBy" = 'nobody'`, 'update of audit_cuts'],
      ['delete from audit_cuts', 'delete of audit_cuts'],
      ['truncate audit_cuts', 'truncate of audit_cuts'],
      ['delete from audit where sequence = 51', 'delete of audit'],
    ])('after a cut: %s', async (statement, reason) => {
      await cut()
      await expect(sql.raw(statement).execute(server.db)).rejects.toThrow(
        `the audit can only grow: ${reason} is refused`,
      )
    })
  })

  it.each<[string, string[], string]>([
    ['a missing cut', ['delete from audit_cuts'], `entries 1 to ${old} are missing, and no cut names them`],
    [
      'a forged cut, of a true number and hash',
      [`update audit_cuts set signature = 'AAAA'`],
      `the cut to entry ${old} is not what the key`,
    ],
    ['a cut whose maker was changed', [`update audit_cuts set "madeBy" = 'nobody'`], 'it was altered or forged'],
    [
      'a cut that removed more than it says',
      ['delete from audit where sequence = 51'],
      'entry 51 is missing, and no cut names it',
    ],
    [
      'a cut that says that it removed more than it did',
      ['update audit_cuts set sequence = 51, entries = 51'],
      'the cut to entry 51 is not what the key',
    ],
    [
      'a removed entry that was put back',
      [
        `insert into audit select '650000000000000000000001', at, "actorId", act, noun, "targetId", before, after, "requestId", address, 7, hash
        from audit where sequence = 51`,
      ],
      `entry 7 (650000000000000000000001) is there, and the cut to entry ${old} removed it`,
    ],
    [
      'a first entry that does not follow the cut',
      [`update audit set hash = audit_hash('', audit) where sequence = 51`],
      `or does not follow the cut to entry ${old}`,
    ],
    ['another key', [`delete from installation where name = 'audit-key'`], 'the key that signed the cut'],
  ])('%s is found and named', async (_what, statements, named) => {
    await cut()
    const stored = await sql<{ value: string }>`select value from installation where name = 'audit-key'`.execute(
      server.db,
    )
    await byHand(...statements)
    expect((await verify()).broken).toContain(named)
    await sql`insert into installation (name, value) values ('audit-key', ${stored.rows[0]?.value ?? ''}) on conflict do nothing`.execute(
      server.db,
    )
  })

  it('removes nothing of an audit that is not as it was written, and leaves no archive behind', async () => {
    await byHand(`update audit set act = 'nothing' where sequence = 7`)
    await expect(cut()).rejects.toThrow('entry 7 is missing or not as it was written')
    expect(await count()).toBe(old + 3)
    expect(readdirSync(folder)).toEqual([])
  })

  it('an archive that was changed, cut short or lost is named', async () => {
    await cut()
    const [made] = await readCuts(server.db)
    if (!made) throw new Error('there is no cut')
    const file = join(folder, made.archive)
    const lines = gunzipSync(readFileSync(file)).toString()
    const problem = (text: string) => {
      writeFileSync(file, gzipSync(text))
      return problemOfArchive(folder, made, '')
    }
    expect(await problem(lines.replace('act-9', 'act-8'))).toContain('line 10 is not entry 10')
    expect(await problem(lines.replace('act-50', 'act-51'))).toContain(`is not what the cut to entry ${old} removed`)
    expect(await problem(lines.split('\n').slice(0, 20).join('\n'))).toContain(
      'ends with entry 20, and the cut with 50',
    )
    writeFileSync(file, readFileSync(file).subarray(0, 100))
    expect(await problemOfArchive(folder, made, '')).toContain('cannot be read (unexpected end of file)')
    rmSync(file)
    expect(await problemOfArchive(folder, made, '')).toContain('cannot be read (ENOENT')
  })

  // A database on the disk is made for it, which takes long.
  itUnless(process.env.TEST_LONG === '1' ? undefined : 'skipped: npm run test:all has it')(
    'a backup holds cuts, key and archives, and what is restored is as it was written',
    async () => {
      await cut()
      const file = join(server.dataDir, `backup-${Math.random()}.tar.gz`)
      const config = readConfig({ DATA_DIR: server.dataDir })
      await writeBackup(server.db, openFiles(config), file, folder)
      const elsewhere = join(server.dataDir, 'elsewhere')
      const location = { folder: join(server.dataDir, `restored-${Math.random()}`) }
      const restored = await openDatabases(location, config.databaseLimits, { asItIs: true })
      try {
        await loadBackup(restored.longQueries, openFiles(config), file, await verifyBackup(file), elsewhere)
        const [ours, theirs] = [await verify(), await verifyAudit(restored.db)]
        expect(theirs).toEqual(ours)
        expect(theirs.broken).toBeUndefined()
        const [made] = theirs.cuts
        expect(made && (await problemOfArchive(elsewhere, made, ''))).toBeNull()
        await expect(sql`delete from audit`.execute(restored.db)).rejects.toThrow('the audit can only grow')
      } finally {
        await restored.close()
      }
    },
  )

  it('the server removes what the policy does not keep, once', async () => {
    expect(await cutByPolicy(server.db, folder)).toBe(0)
    expect(existsSync(folder)).toBe(false)
    const keep = (days: number | null) =>
      inTransaction(server.db, (tx) => setPolicy(tx, { actor: { _id: null }, change: { audit_retention_days: days } }))
    await keep(90)
    expect(await cutByPolicy(server.db, folder)).toBe(0)
    await keep(45)
    expect(await cutByPolicy(server.db, folder)).toBe(old)
    expect(await cutByPolicy(server.db, folder)).toBe(0)
    expect((await readCuts(server.db))[0]?.madeBy).toBe('the server, by the policy of 45 days')
    await keep(null)
  })

  it('the command says what it would do, keeps what the policy keeps, and does it', async () => {
    const act = (before: string | undefined, dryRun = false) =>
      manageAudit(server.db, folder, { act: 'cut-audit', before, dryRun, by: 'mara' })
    const dayOf = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
    await expect(act(undefined)).rejects.toThrow('the policy keeps the audit for ever; say --before DAY')
    await expect(act(dayOf(5))).rejects.toThrow('30 days are always kept; the last day it can be is')
    expect(await act(dayOf(200))).toEqual([`No entry is from before ${dayOf(200)}; nothing to remove.`])
    expect(await act(dayOf(40), true)).toEqual([
      `${old} entries from before ${dayOf(40)}, number 1 to ${old}, would be removed. Nothing was written.`,
    ])
    expect(await count()).toBe(old + 3)
    const [removed, , key] = await act(dayOf(40))
    expect(removed).toBe(`Removed ${old} entries from before ${dayOf(40)}, number 1 to ${old}.`)
    expect(key).toContain((await verify()).publicKey)
    expect((await readCuts(server.db))[0]?.madeBy).toBe('mara')
  })
})
