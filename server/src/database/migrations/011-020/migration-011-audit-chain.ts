import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The audit can only grow. Each entry has a number and a hash over itself and the entry before, `audit_head` has those
 * of the last one: an entry that is changed, removed or moved later is found by `npm run audit -- verify`.
 */
const statements = [
  'alter table audit add column "requestId" text, add column address text, add column sequence bigint, add column hash text',
  `create table audit_head (
    "isOnly" boolean primary key default true check ("isOnly"),
    sequence bigint not null,
    hash text not null
  )`,
  `insert into audit_head (sequence, hash) values (0, '')`,
  // What is hashed of an entry, as one text; server/src/audit/entries.ts makes the same text.
  `create function audit_hash(previous text, entry audit) returns text language sql stable as $$
    select encode(sha256(convert_to(jsonb_build_array(previous, entry.sequence, entry._id,
      (extract(epoch from entry.at) * 1000)::bigint, entry."actorId", entry.act, entry.noun, entry."targetId",
      entry.before, entry.after, entry."requestId", entry.address)::text, 'UTF8')), 'hex')
  $$`,
  // The row of the head is locked until the transaction ends: entries are chained in the order they are committed in.
  `create function chain_entry() returns trigger language plpgsql as $$
  declare
    previous text;
  begin
    select hash into strict previous from audit_head for update;
    update audit_head set sequence = sequence + 1 returning sequence into new.sequence;
    new.hash := audit_hash(previous, new);
    update audit_head set hash = new.hash;
    return new;
  end $$`,
  `do $$
  declare
    entry audit;
    number bigint := 0;
    previous text := '';
  begin
    for entry in select * from audit order by at, _id loop
      number := number + 1;
      entry.sequence := number;
      previous := audit_hash(previous, entry);
      update audit set sequence = number, hash = previous where _id = entry._id;
    end loop;
    update audit_head set sequence = number, hash = previous;
  end $$`,
  'alter table audit alter column sequence set not null, alter column hash set not null, add unique (sequence)',
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit can only grow: % of % is refused', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
  end $$`,
  'create trigger chain_entry before insert on audit for each row execute function chain_entry()',
  'create trigger only_grows before update or delete on audit for each row execute function refuse_change()',
  'create trigger only_grows_whole before truncate on audit for each statement execute function refuse_change()',
  `create trigger only_grows before delete on audit_head for each row execute function refuse_change()`,
]

export const auditChain: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
