import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The trigrams that both places of a trip have, and an index on them: a trip from a city to itself is found among the
 * many that have the city in one place (decision 075). What is in nearly every address has no part in it.
 * `drivers_unapproved` finds those who wait for their verification nearly as soon as an index of their own.
 */
export const sharedTrigrams: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`set local maintenance_work_mem = '256MB'`.execute(db)
    for (const statement of [
      `create function shared_trigrams(one text, other text) returns text[] language sql immutable parallel safe as $$
        select array(select trigram from (select substr(one, at, 3) as trigram from generate_series(1, length(one) - 2) at) of_one
          where strpos(other, trigram) > 0 and trigram !~ '[ ,.0-9]') $$`,
      `create index bookings_shared on bookings using gin (shared_trigrams("sourceKey", "destinationKey"))
        with (gin_pending_list_limit = 512)`,
      `create index driver_rides_shared on driver_rides using gin (shared_trigrams("sourceKey", "destinationKey"))
        with (gin_pending_list_limit = 512)`,
      'drop index drivers_unverified',
    ])
      await sql.raw(statement).execute(db)
  },
}
