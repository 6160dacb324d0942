import { sql, type PostgresCursor, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'
const most = 500

/**
 * Marks a statement that runs often with the same text. Each connection to PostgreSQL then parses it once, and plans it
 * once where one plan suits all values. Values go into parameters, so that there are few texts.
 */
export const prepared = sql.raw(mark)

/**
 * The message of `pg`, which has no code, when its `query_timeout` has passed. The answer may still arrive, and would
 * then be given to the next query on that connection.
 */
const noAnswer = 'Query read timeout'

/**
 * Wraps the pool: marked statements become prepared ones, in a transaction `lockMilliseconds` is how long one waits for
 * a lock, and a connection on which nothing answers is closed instead of used again. The embedded database has no pool.
 */
export function preparing(pool: pg.Pool, lockMilliseconds: number): PostgresPool {
  const begin = `begin; set local lock_timeout = ${lockMilliseconds}`
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= most || !text.includes(mark)) return known
    const name = `interline-${names.size}`
    names.set(text, name)
    return name
  }
  function wrap(client: pg.PoolClient): PostgresPoolClient {
    let isDead = false
    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new Error('Nothing here reads with cursors')
      if (isDead) return Promise.reject(new Error(noAnswer))
      const name = nameOf(text)
      return client
        .query({ ...(name !== undefined && { name }), text: text === 'begin' ? begin : text, values: [...values] })
        .catch((error: unknown) => {
          isDead ||= error instanceof Error && error.message === noAnswer
          throw error
        })
    }
    return { query, release: () => client.release(isDead) }
  }
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
