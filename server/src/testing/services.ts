import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import pg from 'pg'
import { describe, it, type TestContext } from 'vitest'

export type DatabaseName = 'PGlite' | 'PostgreSQL'

export const postgres = 'postgres://postgres@127.0.0.1:5432'
export const redisUrl = 'redis://127.0.0.1:6379'
export const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(
  (path) => existsSync(path),
)

async function letsUsIn(): Promise<boolean> {
  const client = new pg.Client({ connectionString: `${postgres}/postgres`, connectionTimeoutMillis: 1000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const answersOn = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 500 })
    const end = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })

const isHere = {
  PostgreSQL: await letsUsIn(),
  Redis: await answersOn(6379),
  nginx: nginx !== undefined,
  promtool: spawnSync('promtool', ['--version']).status === 0,
  'systemd-analyze': spawnSync('systemd-analyze', ['--version']).status === 0,
  '/proc': existsSync('/proc/self/fd'),
}
type Need = keyof typeof isHere

/** Why a test that needs these can't run here; undefined where it can. */
export function without(...needed: Need[]): string | undefined {
  const missing = needed.filter((need) => !isHere[need])
  return missing.length === 0 ? undefined : `skipped: no ${missing.join(' and no ')} here`
}

/** `it`, or where there is a reason against it, a skipped test that has the reason in its title. */
export const itUnless =
  (reason: string | undefined) => (title: string, body: (context: TestContext) => unknown, timeout?: number) =>
    reason === undefined ? it(title, body, timeout) : it.skip(`${title} (${reason})`, body)

/** `describe`, or where there is a reason against it, skipped tests that have the reason in their title. */
export const describeUnless = (reason: string | undefined) => (title: string, body: () => void) =>
  reason === undefined ? describe(title, body) : describe.skip(`${title} (${reason})`, body)

const isLong = process.env.TEST_LONG === '1' || process.env.TEST_SECURITY === '1'

// Outside of `npm run test:all` the embedded one alone. There PostgreSQL takes its place, where it is here.
const both: DatabaseName[] = isLong ? ['PGlite', 'PostgreSQL'] : ['PGlite']
const one: DatabaseName[] = isLong && isHere.PostgreSQL ? ['PostgreSQL'] : both
const missing = (database: DatabaseName) => (database === 'PostgreSQL' ? without('PostgreSQL') : undefined)
const named = (title: string, database: DatabaseName) => title.replace('%s', database)

/** Tests on the database of this run; `%s` in the title becomes its name. */
export function describeOnDatabase(title: string, body: (database: DatabaseName) => void, databases = one) {
  for (const database of databases) describeUnless(missing(database))(named(title, database), () => body(database))
}

/** Tests of what differs between the databases: `npm run test:all` runs them on each. */
export const describeOnBothDatabases = (title: string, body: (database: DatabaseName) => void) =>
  describeOnDatabase(title, body, both)

/** A test of what differs between the databases: `npm run test:all` runs it on each. */
export function itOnBothDatabases(title: string, body: (database: DatabaseName) => Promise<void>, timeout?: number) {
  for (const database of both) itUnless(missing(database))(named(title, database), () => body(database), timeout)
}
