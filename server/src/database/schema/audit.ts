/** What stands in an entry, without the names of its fields. */
const searchText = `lower(coalesce(jsonb_path_query_array(before, '$.*')::text, '') || E'\\n' ||
    coalesce(jsonb_path_query_array(after, '$.*')::text, '') || E'\\n' || coalesce("targetId", '') || E'\\n' ||
    coalesce(address, '') || E'\\n' || coalesce("requestId", ''))`

/**
 * The audit can only grow. Each entry has a number and a hash over itself and the entry before, `audit_head` has those
 * of the last one: an entry that is changed, removed or moved later is found by `npm run audit -- verify`. Its row is
 * locked until the transaction ends: entries are chained in the order they are committed in. `audit_hash` makes the
 * same text as server/src/audit/entries.ts.
 *
 * The oldest entries go by a cut only: a row of `audit_cuts` that is true when it is written and stays for ever. An
 * entry goes within the transaction that wrote its cut, and all that the cut names go.
 *
 * `audit_list` is the audit as a list, with the names that people, invitations, rides and bookings have now.
 */
export const audit = `
create table audit (
  _id text primary key,
  at timestamptz(3) not null,
  "actorId" text,
  act text not null,
  noun text not null,
  "targetId" text,
  before jsonb,
  after jsonb,
  "requestId" text,
  address text,
  sequence bigint not null unique,
  hash text not null
);
create index audit_newest on audit (at, sequence);
create index audit_actor on audit ("actorId", at, sequence);
create index audit_act on audit (act, at, sequence);
create index audit_subject on audit (noun, "targetId", at, sequence);
create index audit_search on audit using gin ((${searchText}) gin_trgm_ops) with (gin_pending_list_limit = 512);

create table audit_head (
  "isOnly" boolean primary key default true check ("isOnly"),
  sequence bigint not null,
  hash text not null
);
insert into audit_head (sequence, hash) values (0, '');

create function audit_hash(previous text, entry audit) returns text language sql stable as $$
    select encode(sha256(convert_to(jsonb_build_array(previous, entry.sequence, entry._id,
      (extract(epoch from entry.at) * 1000)::bigint, entry."actorId", entry.act, entry.noun, entry."targetId",
      entry.before, entry.after, entry."requestId", entry.address)::text, 'UTF8')), 'hex')
  $$;

create function chain_entry() returns trigger language plpgsql as $$
  declare
    previous text;
  begin
    select hash into strict previous from audit_head for update;
    update audit_head set sequence = sequence + 1 returning sequence into new.sequence;
    new.hash := audit_hash(previous, new);
    update audit_head set hash = new.hash;
    return new;
  end $$;
create trigger chain_entry before insert on audit for each row execute function chain_entry();

create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit can only grow: % of % is refused', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
  end $$;
create trigger only_grows before update on audit for each row execute function refuse_change();
create trigger only_grows_whole before truncate on audit for each statement execute function refuse_change();
create trigger only_grows before delete on audit_head for each row execute function refuse_change();

create table audit_cuts (
  sequence bigint primary key,
  hash text not null,
  first bigint not null check (first <= sequence),
  entries bigint not null check (entries = sequence - first + 1),
  at timestamptz not null,
  before timestamptz not null,
  "madeBy" text not null,
  archive text not null,
  previous text not null,
  signature text not null
);
create trigger only_grows before update or delete on audit_cuts for each row execute function refuse_change();
create trigger only_grows_whole before truncate on audit_cuts for each statement execute function refuse_change();

create function check_cut() returns trigger language plpgsql as $$
  begin
    if new.first is distinct from (select min(sequence) from audit)
      or new.hash is distinct from (select hash from audit where sequence = new.sequence)
      or new.sequence >= (select sequence from audit_head) then
      raise exception 'a cut of the audit names the oldest entries, the hash of the last of them, and leaves the newest'
        using errcode = 'check_violation';
    end if;
    return new;
  end $$;
create trigger check_cut before insert on audit_cuts for each row execute function check_cut();

create function finish_cut() returns trigger language plpgsql as $$
  begin
    if exists (select from audit where sequence <= new.sequence) then
      raise exception 'a cut of the audit removes all entries that it names' using errcode = 'check_violation';
    end if;
    return null;
  end $$;
create constraint trigger finish_cut after insert on audit_cuts deferrable initially deferred
  for each row execute function finish_cut();

create function only_by_cut() returns trigger language plpgsql as $$
  begin
    if exists (select from audit_cuts where old.sequence between first and sequence
      and xmin = pg_current_xact_id()::xid) then
      return old;
    end if;
    raise exception 'the audit can only grow: delete of audit is refused' using errcode = 'insufficient_privilege';
  end $$;
create trigger only_by_cut before delete on audit for each row execute function only_by_cut();

create view audit_list as
  select _id, sequence as serial, at as "createdAt", "actorId", act, noun, "targetId", before, after, "requestId", address,
    ${searchText} as "searchText",
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
    from audit;
`
