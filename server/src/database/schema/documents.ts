/**
 * One row for each document that somebody has or had in the last 30 days. Its trigger keeps the keys of those that a
 * person has now in `people`, where lists read and filter by them. `unfiled_documents` has the keys of files that no
 * row names: they are about to be written, or to be removed.
 */
export const documents = `
create table documents (
  key text primary key,
  "personId" text not null references people (_id) on delete cascade,
  kind text not null
    check (kind in ('driving_licence', 'car_document', 'car_insurance', 'state_id', 'profile_picture')),
  name text,
  sha256 text,
  "expiresOn" date,
  "replacedAt" timestamptz(3),
  "replacedBy" text references people (_id) on delete set null
);
create unique index documents_now on documents ("personId", kind) where "replacedAt" is null;
create index documents_replaced on documents ("replacedAt") where "replacedAt" is not null;
create index documents_expiry on documents ("expiresOn", "personId", kind)
  where "expiresOn" is not null and "replacedAt" is null;
create index documents_file on documents (sha256) where sha256 is not null and "replacedAt" is null;

create function copy_document() returns trigger language plpgsql as $$
  declare
    changed documents := case tg_op when 'DELETE' then old else new end;
  begin
    execute format('update people set %1$I = $1 where _id = $2 and %1$I is distinct from $1', changed.kind)
      using (select key from documents
        where "personId" = changed."personId" and kind = changed.kind and "replacedAt" is null), changed."personId";
    return null;
  end $$;
create trigger copy_document after insert or delete or update of "replacedAt" on documents
  for each row execute function copy_document();

create table unfiled_documents (key text primary key, at timestamptz(3) not null);
`
