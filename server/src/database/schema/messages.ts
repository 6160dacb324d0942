/**
 * Conversations have what their list is ordered and filtered by beside their messages: to find it out of those reads
 * each conversation. Their names are in a table of their own: each message changes its conversation, and would write
 * all trigrams of its name once more (decision 076).
 */
export const messages = `
create table conversations (
  "partyId" text primary key references people (_id) on delete restrict,
  "lastSeq" integer not null default 0,
  "lastAt" timestamptz not null default date_trunc('milliseconds', now()),
  "isUnanswered" boolean not null default false,
  "waitingSince" timestamptz not null default date_trunc('milliseconds', now()),
  "isUnread" boolean not null default false,
  "assignedTo" text references people (_id) on delete set null,
  "closedAt" timestamptz,
  "closedBy" text references people (_id) on delete set null
);
create index conversations_newest on conversations ("lastAt" desc, "partyId" desc);
create index conversations_unread on conversations ("isUnread" desc, "lastAt" desc, "partyId" desc);
create index conversations_assigned on conversations ("assignedTo", "lastAt" desc, "partyId" desc)
  where "closedAt" is null;
create index conversations_closed on conversations ("lastAt" desc, "partyId" desc) where "closedAt" is not null;
create index conversations_waiting on conversations ("waitingSince", "partyId")
  where "isUnanswered" and "closedAt" is null;

create table conversation_names (
  "partyId" text primary key references conversations ("partyId") on delete cascade,
  "nameKey" text not null
);
create index conversation_names_search on conversation_names using gin ("nameKey" gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create function name_conversation() returns trigger language plpgsql as $$ begin
    insert into conversation_names
      select _id, split_part("nameKey", E'\\n', 1) from people where _id = new."partyId" and "erasedAt" is null for share;
    if not found then
      raise exception 'nobody is there: the person was erased meanwhile' using errcode = 'serialization_failure';
    end if;
    return null;
  end $$;
create trigger name_conversation after insert on conversations for each row execute function name_conversation();

create table messages (
  _id text primary key,
  "partyId" text not null references conversations ("partyId") on delete restrict,
  seq integer not null,
  sender_id text not null references people (_id) on delete restrict,
  receiver_id text not null references people (_id) on delete restrict,
  message text not null,
  "clientId" text,
  "createdAt" timestamptz(3) not null,
  delivered_at timestamptz(3),
  seen_at timestamptz(3),
  unique ("partyId", seq),
  unique (sender_id, "clientId")
);
create index messages_unseen on messages ("partyId", seq) where seen_at is null;
create index messages_undelivered on messages ("partyId", seq) where delivered_at is null;
create index messages_words on messages using gin (to_tsvector('simple', message)) with (gin_pending_list_limit = 512);

create table canned_replies (
  _id text primary key,
  shortcut text not null,
  text text not null,
  "isShared" boolean not null,
  "ownerId" text not null references people (_id) on delete cascade,
  "createdAt" timestamptz not null,
  revision integer not null default 0,
  "changedBy" text references people (_id) on delete set null,
  "changedAt" timestamptz
);
create unique index canned_replies_shared on canned_replies (shortcut) where "isShared";
create unique index canned_replies_own on canned_replies ("ownerId", shortcut) where not "isShared";
`
