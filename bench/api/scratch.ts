import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Sender = { senderId: string; receiverId: string; token: string }

/** A database and a folder of the bench's own, at the server that DATABASE_URL names; `drop` removes them. */
export async function makeScratch(bench: string) {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error(`bench ${bench} needs PostgreSQL: DATABASE_URL=postgres://user@host:5432/postgres`)
  const name = `interline_bench_${bench}_${randomBytes(4).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-'))
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const run = async <Row extends object>(at: string, text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: at })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  await run(server, `create database ${name}`)
  return {
    name,
    url,
    folder,
    sql: <Row extends object>(text: string, values?: unknown[]) => run<Row>(url, text, values),
    async drop() {
      await run(server, `drop database ${name} with (force)`)
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
    `insert into people (_id, role, full_name, email, "createdAt") select id, 'user', 'Sender ' || id, id || '@bench.example', now() from unnest($1::text[]) id`,
    [ids],
  )
  await sql(
    `insert into sessions ("tokenHash", "personId", "createdAt", "expiresAt") select * from unnest($1::text[], $2::text[], array_fill(now(), array[$3::int]), array_fill(now() + interval '1 day', array[$3::int]))`,
    [people.map(({ token }) => createHash('sha256').update(token).digest('hex')), ids, count],
  )
  return people.map(({ _id, token }) => ({ senderId: _id, receiverId: support?._id ?? '', token }))
}
