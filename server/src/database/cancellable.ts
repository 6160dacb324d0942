import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Databases } from './open.ts'
import type { Database } from './tables.ts'

/** The answer took longer to read than it may. */
export class TookTooLongError extends Error {}

const againAfterMs = 50

/**
 * Reads what somebody waits for. On PostgreSQL what runs is cancelled after `ms`, with `TookTooLongError`, and when
 * `answer` is closed because its caller has gone: PostgreSQL's own `statement_timeout` would do the one and not the
 * other. The embedded database cancels nothing.
 */
export async function readInTime<T>(
  { db, pools }: Pick<Databases, 'db' | 'pools'>,
  answer: Pick<ServerResponse, 'once' | 'closed'>,
  read: (db: Database) => Promise<T>,
  ms = 3000,
): Promise<T> {
  if (pools().length === 0) return read(db)
  const gone = new AbortController()
  // The caller may have gone while this waited for its turn.
  if (answer.closed) gone.abort()
  else answer.once('close', () => gone.abort())
  gone.signal.throwIfAborted()
  return db.connection().execute(async (one) => {
    gone.signal.throwIfAborted()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
    const late = AbortSignal.timeout(ms)
    const ended = AbortSignal.any([late, gone.signal])
    let isOver = false
    let cancelling: Promise<void> | undefined
    // Again, since it does nothing between two statements.
    const cancel = async () => {
      while (!isOver) {
        await sql`select pg_cancel_backend(${rows[0]?.pid}::int)`.execute(db)
        await sleep(againAfterMs)
      }
    }
    const begin = () => void (cancelling = cancel().catch(() => undefined))
    ended.addEventListener('abort', begin)
    if (ended.aborted) begin()
    try {
      return await read(one)
    } catch (error) {
      throw late.aborted && error instanceof Error && 'code' in error && error.code === '57014'
        ? new TookTooLongError(error.message, { cause: error })
        : error
    } finally {
      isOver = true
      ended.removeEventListener('abort', begin)
      // The last cancel may still be on its way: it must not meet a statement of whoever gets this connection.
      if (cancelling) await cancelling.then(() => sql`select`.execute(one)).catch(() => undefined)
    }
  })
}
