import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The audit can lose its oldest entries, and only by a cut: a row of `audit_cuts` that is true when it is written and
 * stays for ever. An entry goes only within the transaction that wrote its cut, and all that the cut names go.
 */
const statements = [
  `create table audit_cuts (
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
  )`,
  `create function check_cut() returns trigger language plpgsql as $$
  begin
    if new.first is distinct from (select min(sequence) from audit)
      or new.hash is distinct from (select hash from audit where sequence = new.sequence)
      or new.sequence >= (select sequence from audit_head) then
      raise exception 'a cut of the audit names the oldest entries, the hash of the last of them, and leaves the newest'
        using errcode = 'check_violation';
    end if;
    return new;
  end $$`,
  `create function finish_cut() returns trigger language plpgsql as $$
  begin
    if exists (select from audit where sequence <= new.sequence) then
      raise exception 'a cut of the audit removes all entries that it names' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create function only_by_cut() returns trigger language plpgsql as $$
  begin
    if exists (select from audit_cuts where old.sequence between first and sequence
      and xmin = pg_current_xact_id()::xid) then
      return old;
    end if;
    raise exception 'the audit can only grow: delete of audit is refused' using errcode = 'insufficient_privilege';
  end $$`,
  'drop trigger only_grows on audit',
  'create trigger only_grows before update on audit for each row execute function refuse_change()',
  'create trigger only_by_cut before delete on audit for each row execute function only_by_cut()',
  'create trigger check_cut before insert on audit_cuts for each row execute function check_cut()',
  `create constraint trigger finish_cut after insert on audit_cuts deferrable initially deferred
    for each row execute function finish_cut()`,
  'create trigger only_grows before update or delete on audit_cuts for each row execute function refuse_change()',
  'create trigger only_grows_whole before truncate on audit_cuts for each statement execute function refuse_change()',
]

export const auditCuts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
