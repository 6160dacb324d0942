import { sql, type PostgresCursor, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'
const most = 500

/**
 * Stands in the text of a statement that is asked often and always in the same words: each connection to PostgreSQL then keeps it parsed, and
 * planned where one plan is as good for all values. For texts whose number is small: values go into parameters.
 */
export const prepared = sql.raw(mark)

/** What `pg` says, without a code, when its `query_timeout` has passed: the answer may still come, to whoever asks next on that connection. */
export const noAnswer = 'Query read timeout'

/** The pool, with names for marked statements, and without connections on which nobody answers. The embedded database has none and needs none. */
export function preparing(pool: pg.Pool): PostgresPool {
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
      return client.query({ ...(name !== undefined && { name }), text, values: [...values] }).catch((error: unknown) => {
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
