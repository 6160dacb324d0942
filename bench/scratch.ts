import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Sender = { senderId: string; receiverId: string; token: string }

/** One connection to a database, for as long as this takes. */
export async function connected<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

const query = <Row extends object>(url: string, text: string, values: unknown[] = []) =>
  connected(url, async (client) => (await client.query<Row>(text, values)).rows)

/**
 * A database of the bench's own at the server that DATABASE_URL names, and a folder of its own; without a server the
 * folder alone, where the embedded one will do. `drop` removes them, unless the next run shall find them again.
 */
export async function makeScratch(bench: string, { isKept = false, mayBeEmbedded = false } = {}) {
  const server = process.env.DATABASE_URL ?? ''
  if (server === '' && !mayBeEmbedded)
    throw new Error(`bench ${bench} needs PostgreSQL: DATABASE_URL=postgres://user@host:5432/postgres`)
  const name = `interline_bench_${bench.replaceAll('-', '_')}`
  const own = isKept ? name : `${name}_${randomBytes(4).toString('hex')}`
  const folder = isKept ? join(tmpdir(), name) : mkdtempSync(join(tmpdir(), `${name}-`))
  mkdirSync(folder, { recursive: true })
  const url = server && Object.assign(new URL(server), { pathname: `/${own}` }).href
  const isThere = server && (await query(server, 'select from pg_database where datname = $1', [own])).length > 0
  if (server && !isThere) await query(server, `create database ${own}`)
  return {
    name: own,
    url,
    folder,
    sql: <Row extends object>(text: string, values?: unknown[]) => query<Row>(url, text, values),
    async drop() {
      if (isKept) return
      if (server) await query(server, `drop database ${own} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Scratch = Awaited<ReturnType<typeof makeScratch>>

/** People who are signed in and may write to the support desk; the API must have made its tables. */
export async function makeSenders({ sql }: Scratch, count: number): Promise<Sender[]> {
  const [support] = await sql<{ _id: string }>(
    `select _id from people where role = 'admin' order by "createdAt", _id limit 1`,
  )
  const people = Array.from({ length: count }, (_, at) => ({
    _id: createHash('sha256').update(`sender ${at}`).digest('hex').slice(0, 24),
    token: randomBytes(24).toString('base64url'),
  }))
  const ids = people.map(({ _id }) => _id)
  await sql(
    `insert into people (_id, role, full_name, "nameKey", "searchText", email, "createdAt") select id, 'user', 'Sender ' || id, 'SENDER ' || id, 'SENDER ' || id, id || '@bench.example', now() from unnest($1::text[]) id`,
    [ids],
  )
  await sql(
    `insert into sessions ("tokenHash", "personId", "createdAt", "expiresAt") select * from unnest($1::text[], $2::text[], array_fill(now(), array[$3::int]), array_fill(now() + interval '1 day', array[$3::int]))`,
    [people.map(({ token }) => createHash('sha256').update(token).digest('hex')), ids, count],
  )
  return people.map(({ _id, token }) => ({ senderId: _id, receiverId: support?._id ?? '', token }))
}
