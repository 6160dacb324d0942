import type { FastifyReply } from 'fastify'
import { problemCodes } from '@interline/shared/contract'
import { readCancellable, TookTooLongError } from '../../database/cancellable.ts'
import type { Database } from '../../database/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Services } from '../services.ts'

/**
 * Reads what somebody waits for. On PostgreSQL it is cancelled after three seconds, with 422 `too-broad`, and when the
 * caller has gone. The embedded database cancels nothing.
 */
export async function readInTime<T>(
  { db, pools }: Pick<Services, 'db' | 'pools'>,
  { raw }: FastifyReply,
  read: (db: Database) => Promise<T>,
  ms = 3000,
): Promise<T> {
  if (pools().length === 0) return read(db)
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  try {
    return await readCancellable(db, { ms, gone: gone.signal }, read)
  } catch (error) {
    if (!(error instanceof TookTooLongError)) throw error
    throw new HttpError(422, 'This finds too much to be shown in time', {
      code: problemCodes.tooBroad,
      detail: 'Search for more letters, set a filter, or choose another order.',
    })
  }
}
