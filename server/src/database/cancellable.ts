import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './tables.ts'

/** What was read took longer than it may. */
export class TookTooLongError extends Error {}

const againAfterMs = 50

/**
 * Reads on one connection of PostgreSQL, and cancels what runs there after `ms`, with `TookTooLongError`, or when
 * `gone` says that nobody waits for it any more. PostgreSQL's own `statement_timeout` would cancel the one and not the
 * other.
 */
export const readCancellable = <T>(
  db: Database,
  { ms, gone }: { ms: number; gone: AbortSignal },
  read: (db: Database) => Promise<T>,
): Promise<T> =>
  db.connection().execute(async (one) => {
    gone.throwIfAborted()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
    const late = AbortSignal.timeout(ms)
    const ended = AbortSignal.any([late, gone])
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
