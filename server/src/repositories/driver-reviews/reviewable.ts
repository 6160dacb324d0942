import type { Database, Tx } from '../../database/tables.ts'
import { driverColumns, documents } from '../drivers.ts'

/** A driver with what says whether and since when they wait. */
export function findReviewable(db: Database, driverId: string) {
  return db
    .selectFrom('people')
    .where('role', '=', 'driver')
    .select([...driverColumns, documents, 'askedAt', 'rejectedAt'])
    .where('_id', '=', driverId)
    .executeTakeFirst()
}

/** A driver, locked against other changes until the transaction ends. */
export function lockReviewable(tx: Tx, driverId: string) {
  return tx
    .selectFrom('people')
    .where('role', '=', 'driver')
    .select('_id')
    .where('_id', '=', driverId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whom a mail to a driver goes to. */
export function findAddress(db: Database, driverId: string) {
  return db.selectFrom('people').select(['full_name', 'email']).where('_id', '=', driverId).executeTakeFirst()
}
