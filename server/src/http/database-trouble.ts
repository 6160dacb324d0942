import { Refusal } from './refusal.ts'

const busy = (retryAfterSeconds: number, detail: string) => new Refusal(503, 'The database is busy', { detail, retryAfterSeconds })
const away = new Refusal(503, 'The database cannot be reached', { detail: 'Please try again in a moment.', retryAfterSeconds: 5 })
const standby = new Refusal(503, 'The database takes no changes', { detail: 'It can only be read at the moment. Nothing was changed.', retryAfterSeconds: 5 })
const cannotSave = new Refusal(503, 'The database cannot save', { detail: 'The disk did not take the last changes. Whether this one was kept is known after the server has started again.', retryAfterSeconds: 60 })
const diskRefuses = (detail: string) => new Refusal(503, 'The database cannot save', { detail: `${detail} Nothing was changed.`, retryAfterSeconds: 60 })

/** PostgreSQL's codes (appendix A of its manual) for what may go well in a moment, those of the system, and that of `DiskError`. */
const byCode: Record<string, Refusal> = {
  '57014': busy(5, 'This took longer than it may. Nothing was changed.'),
  '55P03': busy(2, 'Somebody else is changing the same record. Nothing was changed.'),
  '40P01': busy(1, 'This crossed another change. Nothing was changed.'),
  '40001': busy(1, 'This crossed another change. Nothing was changed.'),
  '25P03': busy(5, 'This took longer than it may. Nothing was changed.'),
  '53300': busy(5, 'There are too many connections.'),
  '57P01': away, '57P02': away, '57P03': away, '08000': away, '08003': away, '08006': away,
  ECONNREFUSED: away, ECONNRESET: away, ETIMEDOUT: away, ENOTFOUND: away, EPIPE: away,
  EAI_AGAIN: away, EHOSTUNREACH: away, EHOSTDOWN: away, ENETUNREACH: away, ENETDOWN: away,
  '25006': standby,
  '53100': diskRefuses('Its disk is full.'),
  '58030': diskRefuses('Its disk could not be read or written.'),
  DISK_FAILED: cannotSave,
}

/** What to answer when it was the database that failed, and not for long; undefined for any other error. */
export function explainDatabaseTrouble(error: Error): Refusal | undefined {
  if ('code' in error && typeof error.code === 'string' && Object.hasOwn(byCode, error.code)) return byCode[error.code]
  // PostgreSQL, or a pooler before it, ended the connection or let nobody in.
  if ('severity' in error && error.severity === 'FATAL') return away
  // The pool of `pg` has these words and no code.
  if (error.message === 'timeout exceeded when trying to connect') return busy(2, 'All its connections are in use.')
  return /^Connection terminated|^Client has encountered a connection error|^Query read timeout$/.test(error.message) ? away : undefined
}
