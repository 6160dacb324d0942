import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { explainStart, checkFiles, checkServers } from './check-servers.ts'
import { openFiles } from '../storage/open-files.ts'
import { FileStoreError } from '../storage/file-store.ts'
import { startS3 } from '../testing/s3-server.ts'
import { itUnless, without } from '../testing/services.ts'

const secret = 'sesame-open'
// A port that was just given back: nobody listens there.
const nobody = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
})

/** The Redis of this machine, but for one command. */
async function redisThatRefuses(command: string, reply: string) {
  const server = createServer((inner) => {
    const outer = connect(6379, '127.0.0.1')
    inner
      .on('data', (chunk) => {
        if (chunk.toString().toLowerCase().includes(`\r\n${command}\r\n`)) inner.write(`${reply}\r\n`)
        else outer.write(chunk)
      })
      .on('close', () => outer.destroy())
      .on('error', () => undefined)
    outer.on('data', (chunk) => inner.write(chunk)).on('error', () => undefined)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

async function errorOf(env: Record<string, string>): Promise<string> {
  const outcome = await checkServers(readConfig(env)).then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  )
  expect(outcome).not.toContain(secret)
  return outcome
}

describe('the start is refused by the name of the setting', () => {
  it('when nobody answers there', async () => {
    const reasons = await errorOf({
      DATABASE_URL: `postgres://someone:${secret}@127.0.0.1:${nobody}/interline`,
      REDIS_URL: `redis://:${secret}@127.0.0.1:${nobody}`,
      S3_ENDPOINT: `http://127.0.0.1:${nobody}`,
      S3_BUCKET: 'papers',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: secret,
    })
    expect(reasons.split('; ')).toEqual([
      expect.stringMatching(
        /^DATABASE_URL: postgres:\/\/127\.0\.0\.1:\d+\/interline cannot be reached: connect ECONNREFUSED/,
      ),
      expect.stringMatching(/^REDIS_URL: redis:\/\/127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED/),
      expect.stringMatching(/^S3_ENDPOINT: http:\/\/127\.0\.0\.1:\d+ cannot be used: connect ECONNREFUSED/),
    ])
  })

  itUnless(without('PostgreSQL'))('when there is no such database', async () => {
    expect(await errorOf({ DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/interline_is_not_there' })).toMatch(
      /^DATABASE_URL: there is no database "interline_is_not_there" at postgres:/,
    )
    expect(await errorOf({ DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/postgres' })).toBe('nothing was refused')
  })

  itUnless(without('PostgreSQL'))('when the database can only be read, or does not hold text in UTF-8', async () => {
    const name = `interline_test_${randomBytes(6).toString('hex')}`
    const url = `postgres://postgres@127.0.0.1:5432/${name}`
    const client = new pg.Client({ connectionString: 'postgres://postgres@127.0.0.1:5432/postgres' })
    await client.connect()
    try {
      await client.query(`create database ${name} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`)
      expect(await errorOf({ DATABASE_URL: url })).toBe(
        `DATABASE_URL: ${url.replace('postgres@', '')} does not hold text in UTF-8: it has LATIN1; create a database with encoding 'UTF8'`,
      )
      await client.query(`alter database ${name} set default_transaction_read_only = on`)
      expect(await errorOf({ DATABASE_URL: url })).toBe(
        `DATABASE_URL: ${url.replace('postgres@', '')} can only be read; is it a standby?`,
      )
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    }
  })

  itUnless(without('Redis'))(
    'when Redis has no such database, keeps nothing for this user, or can only be read',
    async () => {
      expect(await errorOf({ REDIS_URL: 'redis://127.0.0.1:6379/99999' })).toBe(
        'REDIS_URL: redis://127.0.0.1:6379/99999 does not have this database; see its setting "databases"',
      )
      const replies = {
        readonly: "-READONLY You can't write against a read only replica.",
        noperm: "-NOPERM this user has no permissions to run the 'set' command",
      }
      for (const [words, reply] of [
        ['can only be read; is it a replica?', replies.readonly],
        ['does not let this user do what is needed: NOPERM', replies.noperm],
      ] as const) {
        const fake = await redisThatRefuses('set', reply)
        expect(await errorOf({ REDIS_URL: `redis://127.0.0.1:${fake.port}` })).toContain(words)
        fake.close()
      }
    },
  )

  itUnless(without('Redis'))('when Redis does not let us in', async () => {
    expect(await errorOf({ REDIS_URL: `redis://nobody:${secret}@127.0.0.1:6379` })).toMatch(
      /^REDIS_URL: redis:\/\/127\.0\.0\.1:6379 does not let us in/,
    )
    expect(await errorOf({ REDIS_URL: 'redis://127.0.0.1:6379' })).toBe('nothing was refused')
  })

  it('when no document can be kept in the folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'interline-require-'))
    writeFileSync(join(folder, 'uploads'), 'in the way')
    const config = readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/interline' })
    const error = await checkFiles(config, openFiles(config)).catch((given: unknown) => given)
    expect(explainStart(error, config)?.message).toBe(
      `DATA_DIR: ${folder} cannot be used: EEXIST: file already exists, mkdir '${join(folder, 'uploads')}'`,
    )
    const writeError = await openFiles(config)
      .write('uploads/ab.pdf', Buffer.from('x'))
      .catch((given: unknown) => given)
    expect(explainStart(writeError, config)?.message).toContain(`DATA_DIR: ${folder} cannot be used`)
    rmSync(folder, { recursive: true })
  })

  describe('when the object store does not take what was set', () => {
    let s3: Awaited<ReturnType<typeof startS3>>
    beforeAll(async () => void (s3 = await startS3()))
    afterAll(() => s3.close())

    it.each([
      ['S3_BUCKET: there is no bucket "letters" at', { S3_BUCKET: 'letters' }],
      ['S3_ACCESS_KEY_ID: ', { S3_ACCESS_KEY_ID: 'somebody' }],
      ['S3_SECRET_ACCESS_KEY: is not the one of S3_ACCESS_KEY_ID', { S3_SECRET_ACCESS_KEY: secret }],
      ['nothing was refused', {}],
    ])('%s', async (words, wrong) => {
      expect(await errorOf({ ...s3.settings, ...wrong })).toContain(words)
    })

    it('by a key that may look and not write', async () => {
      const config = readConfig(s3.settings)
      const files = openFiles(config)
      const reading = {
        ...files,
        write: () => Promise.reject(new FileStoreError('the object store answered 403 to a write')),
      }
      await expect(checkFiles(config, reading)).rejects.toThrow(
        /^S3_ACCESS_KEY_ID: nothing can be written into the bucket "papers" at \S+: the object store answered 403 to a write$/,
      )
      await checkFiles(config, files)
      expect(await files.read('uploads/start')).toBeUndefined()
    })
  })
})
