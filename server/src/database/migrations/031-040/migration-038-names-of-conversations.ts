import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The names that conversations are searched by, in a table of their own: each message changes its conversation, and
 * an index of trigrams on that table then took all of the name's once more (decision 076). `copy_name` keeps them.
 */
const statements = [
  `create table conversation_names (
    "partyId" text primary key references conversations ("partyId") on delete cascade,
    "nameKey" text not null
  )`,
  `insert into conversation_names select "partyId", people."nameKey" from conversations
    join people on people._id = "partyId"`,
  `create index conversation_names_search on conversation_names using gin ("nameKey" gin_trgm_ops)
    with (gin_pending_list_limit = 512)`,
  'drop trigger copy_into_conversation on conversations',
  'drop function copy_into_conversation',
  // Waits for who is changing the name just now, and lets nobody change it before this conversation is there.
  `create function name_conversation() returns trigger language plpgsql as $$ begin
    insert into conversation_names
      select _id, "nameKey" from people where _id = new."partyId" for share;
    return null;
  end $$`,
  `create trigger name_conversation after insert on conversations
    for each row execute function name_conversation()`,
  `create or replace function copy_name() returns trigger language plpgsql as $$ begin
    update driver_rides set "driverName" = new.full_name where "driverId" = new._id;
    update bookings set "driverName" = new.full_name where "driverId" = new._id;
    update bookings set "userName" = new.full_name where "userId" = new._id;
    update conversation_names set "nameKey" = lower(new.full_name) where "partyId" = new._id;
    return null;
  end $$`,
  // Its index goes with it.
  'alter table conversations drop column "nameKey"',
]

export const namesOfConversations: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`set local maintenance_work_mem = '256MB'`.execute(db)
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
