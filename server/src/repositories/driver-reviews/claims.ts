import { sql } from 'kysely'
import type { Database, Tx } from '../../database/tables.ts'
import { ConflictError } from '../errors.ts'
import { waitingSince, waits } from '../drivers.ts'

/** A reviewer who looks renews their claim; one who went to lunch loses it. */
const claimMinutes = 5

const mostCounted = 1000
const mostTries = 20

/** By the database's clock, which is the same for all nodes. */
const inFive = sql<Date>`clock_timestamp() + make_interval(mins => ${claimMinutes}::int)`

/** Until when this administrator has the driver now; undefined when somebody else has. */
async function claim(db: Database, driverId: string, adminId: string): Promise<Date | undefined> {
  const claimed = await db
    .insertInto('review_claims')
    .values({ driverId, adminId, expiresAt: inFive })
    .onConflict((conflict) =>
      conflict
        .column('driverId')
        .doUpdateSet((eb) => ({ adminId: eb.ref('excluded.adminId'), expiresAt: eb.ref('excluded.expiresAt') }))
        .where(({ eb, or }) =>
          or([
            eb('review_claims.adminId', '=', adminId),
            eb('review_claims.expiresAt', '<=', sql<Date>`clock_timestamp()`),
          ]),
        ),
    )
    .returning('expiresAt')
    .executeTakeFirst()
  return claimed?.expiresAt
}

/** Claims the driver, or throws a `ConflictError` that names who has them. */
export async function requireClaim(db: Database, driverId: string, adminId: string): Promise<Date> {
  const until = await claim(db, driverId, adminId)
  if (until) return until
  const by = await db
    .selectFrom('review_claims')
    .innerJoin('people', 'people._id', 'review_claims.adminId')
    .select('full_name')
    .where('driverId', '=', driverId)
    .executeTakeFirst()
  throw new ConflictError(`${by?.full_name ?? 'Somebody else'} reviews this driver now`, {
    detail: 'Your claim had expired. Nothing was changed.',
  })
}

/** Gives up all that this administrator has claimed. */
export async function releaseAll(db: Database, adminId: string): Promise<void> {
  await db.deleteFrom('review_claims').where('adminId', '=', adminId).execute()
}

/** Gives up a claim that was just required. */
export async function release(tx: Tx, driverId: string): Promise<void> {
  await tx.deleteFrom('review_claims').where('driverId', '=', driverId).execute()
}

/**
 * Gives up what this administrator has and claims who has waited longest, or longest after the driver `after`. Nobody
 * else gets that driver: who asks at the same time passes over a row that is locked.
 */
export async function claimNext(
  tx: Tx,
  adminId: string,
  after?: string,
): Promise<{ driverId: string; until: Date } | undefined> {
  await releaseAll(tx, adminId)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await firstUnclaimed(tx, after).forNoKeyUpdate().skipLocked().executeTakeFirst()
    if (!found) return undefined
    const until = await claim(tx, found._id, adminId)
    if (until) return { driverId: found._id, until }
  }
  return undefined
}

function firstUnclaimed(db: Database, after: string | undefined) {
  const first = db
    .selectFrom('people')
    .select('_id')
    .where(waits)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('review_claims')
            .select('driverId')
            .whereRef('driverId', '=', 'people._id')
            .where('expiresAt', '>', sql<Date>`clock_timestamp()`),
        ),
      ),
    )
    .orderBy(waitingSince)
    .orderBy(sql`people.serial`)
    .limit(1)
  return after === undefined
    ? first
    : first.where(
        sql<boolean>`(${waitingSince}, serial) > (select coalesce(earlier."askedAt", earlier."createdAt"), earlier.serial from people as earlier where earlier._id = ${after})`,
      )
}

/** How many wait, claimed or not. */
export async function countWaiting(db: Database): Promise<{ waiting: number; is_more: boolean }> {
  const some = db
    .selectFrom('people')
    .select('_id')
    .where(waits)
    .limit(mostCounted + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { waiting: Math.min(count, mostCounted), is_more: count > mostCounted }
}
