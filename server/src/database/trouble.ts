/** A failure of the database that may be over in a moment, in words for the person who waits. */
export type DatabaseTrouble = { title: string; detail: string; retryAfterSeconds: number }

const busy = (retryAfterSeconds: number, detail: string): DatabaseTrouble => ({
  title: 'The database is busy',
  detail,
  retryAfterSeconds,
})
const away = {
  title: 'The database cannot be reached',
  detail: 'Please try again in a moment.',
  retryAfterSeconds: 5,
}
const standby = {
  title: 'The database takes no changes',
  detail: 'It can only be read at the moment. Nothing was changed.',
  retryAfterSeconds: 5,
}
const diskFails = (detail: string) => ({
  title: 'The database cannot save',
  detail: `${detail} Nothing was changed.`,
  retryAfterSeconds: 60,
})

/** Codes of PostgreSQL (appendix A of its manual), and of the system. */
const byCode: Record<string, DatabaseTrouble> = {
  '57014': busy(5, 'This took longer than it may. Nothing was changed.'),
  '55P03': busy(2, 'Somebody else is changing the same record. Nothing was changed.'),
  '40P01': busy(1, 'This crossed another change. Nothing was changed.'),
  '40001': busy(1, 'This crossed another change. Nothing was changed.'),
  '25P03': busy(5, 'This took longer than it may. Nothing was changed.'),
  '53300': busy(5, 'There are too many connections.'),
  '57P01': away,
  '57P02': away,
  '57P03': away,
  '08000': away,
  '08003': away,
  '08006': away,
  ECONNREFUSED: away,
  ECONNRESET: away,
  ETIMEDOUT: away,
  ENOTFOUND: away,
  EPIPE: away,
  EAI_AGAIN: away,
  EHOSTUNREACH: away,
  EHOSTDOWN: away,
  ENETUNREACH: away,
  ENETDOWN: away,
  '25006': standby,
  '53100': diskFails('Its disk is full.'),
  '58030': diskFails('Its disk could not be read or written.'),
}

/** Whether somebody else kept a record or a table locked for longer than one waits. */
export const isLockTimeout = (error: Error) => 'code' in error && error.code === '55P03'

/** The trouble behind an error of the database; undefined for a mistake of ours and for any other error. */
export function findTrouble(error: Error): DatabaseTrouble | undefined {
  if ('code' in error && typeof error.code === 'string' && Object.hasOwn(byCode, error.code)) return byCode[error.code]
  // PostgreSQL, or a pooler before it, ended the connection or let nobody in.
  if ('severity' in error && error.severity === 'FATAL') return away
  // The pool of `pg` has these words and no code.
  if (error.message === 'timeout exceeded when trying to connect') return busy(2, 'All its connections are in use.')
  return /^Connection terminated|^Client has encountered a connection error|^Query read timeout$/.test(error.message)
    ? away
    : undefined
}
