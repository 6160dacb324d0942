/**
 * The audit can only grow. Each entry has a number and a hash over itself and the entry before, `audit_head` has those
 * of the last one: an entry that is changed, removed or moved later is found by `npm run audit -- verify`. Its row is
 * locked until the transaction ends: entries are chained in the order they are committed in. `audit_hash` makes the
 * same text as server/src/audit/verify-chain.ts.
 *
 * All that an entry says of people is hashed by a digest with a salt of its own: when somebody is erased, values and
 * salt go, and the chain still holds. `searchText` is written by `auditKeys` (database/search-keys.ts), and goes with
 * them.
 *
 * The oldest entries go when they are older than the policy keeps them, and the newest never. `audit_head` keeps number
 * and hash of the last one that went, which the next one follows.
 *
 * `resource` and `targetId` say what an entry is about, as in notes and notifications. There is no foreign key: an
 * entry outlives what it names, and a lock on that while the head is locked would wait for others who wait for it.
 *
 * `audit_list` is the audit as a list, with the names that people, invitations, rides and bookings have now.
 */
export const audit = `
create table audit (
  _id text primary key,
  at timestamptz(3) not null,
  "actorId" text,
  act text not null,
  resource text not null,
  "targetId" text,
  before jsonb,
  after jsonb,
  "requestId" text,
  address text,
  "searchText" text,
  salt text,
  digest text not null,
  sequence bigint not null unique,
  hash text not null
);
create index audit_newest on audit (at, sequence);
create index audit_actor on audit ("actorId", at, sequence);
create index audit_act on audit (act, at, sequence);
create index audit_target on audit (resource, "targetId", at, sequence);
create index audit_search on audit using gin ("searchText" gin_trgm_ops) with (gin_pending_list_limit = 512);

create table audit_head (
  "isOnly" boolean primary key default true check ("isOnly"),
  sequence bigint not null,
  hash text not null,
  "removedSequence" bigint not null default 0,
  "removedHash" text not null default ''
);
insert into audit_head (sequence, hash) values (0, '');

create function audit_hash(previous text, entry audit) returns text language sql stable as $$
    select encode(sha256(convert_to(jsonb_build_array(previous, entry.sequence, entry._id,
      (extract(epoch from entry.at) * 1000)::bigint, entry."actorId", entry.act, entry.resource, entry."targetId",
      entry.digest, entry."requestId")::text, 'UTF8')), 'hex')
  $$;

create function audit_digest(entry audit) returns text language sql stable as $$
    select encode(sha256(convert_to(
      jsonb_build_array(entry.salt, entry.before, entry.after, entry.address)::text, 'UTF8')), 'hex')
  $$;

create function chain_entry() returns trigger language plpgsql as $$
  declare
    head audit_head;
  begin
    select * into strict head from audit_head for update;
    new.sequence := head.sequence + 1;
    new.salt := gen_random_uuid();
    new.digest := audit_digest(new);
    new.hash := audit_hash(head.hash, new);
    update audit_head set sequence = new.sequence, hash = new.hash;
    return new;
  end $$;
create trigger chain_entry before insert on audit for each row execute function chain_entry();

create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit can only grow: % of % is refused', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
  end $$;

create function only_erase() returns trigger language plpgsql as $$
  begin
    if num_nonnulls(new.salt, new.before, new.after, new.address, new."searchText") > 0
      or to_jsonb(new) - '{salt,before,after,address,searchText}'::text[]
        <> to_jsonb(old) - '{salt,before,after,address,searchText}'::text[] then
      raise exception 'the audit can only grow: update of audit is refused' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
create trigger only_erase before update on audit for each row execute function only_erase();
create trigger only_grows_whole before truncate on audit for each statement execute function refuse_change();
create trigger only_grows before delete on audit_head for each row execute function refuse_change();
create trigger only_grows_whole before truncate on audit_head for each statement execute function refuse_change();
create trigger only_by_entries before update on audit_head for each row when (pg_trigger_depth() = 0)
  execute function refuse_change();

create function remove_oldest() returns trigger language plpgsql as $$
  declare
    last audit;
  begin
    select * into last from removed order by sequence desc limit 1;
    if last is null then
      return null;
    end if;
    if not exists (select from policy where audit_retention_days is not null and not exists
        (select from removed where at >= now() - make_interval(days => audit_retention_days)))
      or exists (select from audit where sequence < last.sequence)
      or last.sequence >= (select sequence from audit_head) then
      raise exception 'the audit can only grow: delete of audit is refused' using errcode = 'insufficient_privilege';
    end if;
    update audit_head set "removedSequence" = last.sequence, "removedHash" = last.hash;
    return null;
  end $$;
create trigger remove_oldest after delete on audit referencing old table as removed
  for each statement execute function remove_oldest();

create view audit_list as
  select _id, sequence as serial, at as "createdAt", "actorId", act, resource, "targetId", before, after, "requestId", address,
    "searchText",
    (select full_name from people where people._id = audit."actorId") as "actorName",
    (select role from people where people._id = audit."actorId") as "actorRole",
    case resource
      when 'ride' then (select "driverName" || ': ' || source || ' → ' || destination from driver_rides
        where driver_rides._id = audit."targetId")
      when 'booking' then (select "userName" || ': ' || source || ' → ' || destination from bookings
        where bookings._id = audit."targetId")
      else coalesce((select full_name from people where people._id = audit."targetId"),
        (select full_name from invitations where invitations._id = audit."targetId"))
    end as "targetName"
    from audit;
`
