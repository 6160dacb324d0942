import { sql, type Kysely, type Migration } from 'kysely'

/** What stands in an entry, without the names of its fields. */
const searchText = `lower(coalesce(jsonb_path_query_array(before, '$.*')::text, '') || E'\\n' ||
  coalesce(jsonb_path_query_array(after, '$.*')::text, '') || E'\\n' || coalesce("targetId", '') || E'\\n' ||
  coalesce(address, '') || E'\\n' || coalesce("requestId", ''))`

/**
 * The audit as a list (server/src/lists): a view, so that the hashed table stays as it is. Names are those that people,
 * invitations, rides and bookings have now.
 */
const statements = [
  'create index audit_newest on audit (at, sequence)',
  'create index audit_actor on audit ("actorId", at, sequence)',
  'create index audit_act on audit (act, at, sequence)',
  'create index audit_subject on audit (noun, "targetId", at, sequence)',
  'drop index audit_target',
  `create index audit_search on audit using gin ((${searchText}) gin_trgm_ops) with (gin_pending_list_limit = 512)`,
  `create view audit_list as select _id, sequence as serial, at as "createdAt", "actorId", act, noun, "targetId",
    before, after, "requestId", address, ${searchText} as "searchText",
    (select full_name from people where people._id = audit."actorId") as "actorName",
    (select role from people where people._id = audit."actorId") as "actorRole",
    case noun
      when 'ride' then (select "driverName" || ': ' || source || ' → ' || destination from driver_rides
        where driver_rides._id = audit."targetId")
      when 'booking' then (select "userName" || ': ' || source || ' → ' || destination from bookings
        where bookings._id = audit."targetId")
      else coalesce((select full_name from people where people._id = audit."targetId"),
        (select full_name from invitations where invitations._id = audit."targetId"))
    end as "targetName"
    from audit`,
]

export const auditList: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
