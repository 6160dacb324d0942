import { connected } from '../scratch.ts'
import { log } from './ask.ts'

const draw = (count: number) => Array.from({ length: count }, (_, n) => `random() as r${n}`).join(', ')
const idAt = (at: string, name: string) =>
  `lpad(to_hex(floor(extract(epoch from ${at}))::bigint), 8, '0') || substr(md5(${name}), 1, 16)`
const admin = (part: string) => `('65a1b2c3000000000000000' || (1 + floor(${part} * 4))::int)`

/** A million messages for a million users: five in each conversation, with a tenth of the people. */
const conversations = [
  `create temp table parties as select *, now() - power(r0, 2) * interval '90 days' as at,
      4 + (r1 < 0.3)::int as messages from
    (select _id, row_number() over () as n, ${draw(6)} from people where role <> 'admin' and serial % 10 = 0
      and not exists (select from conversations where "partyId" = people._id)) drawn`,
  `insert into conversations ("partyId", "lastSeq", "lastAt", "isUnanswered", "isUnread", "waitingSince", "assignedTo", "closedAt")
    select _id, messages, at, messages = 5, messages = 5 and r2 < 0.3, at, case when r3 < 0.2 then ${admin('r4')} end,
      case when r5 < 0.4 then at end from parties`,
  `create temp table texts as select row_number() over () as k, message from messages`,
  `create temp table places as select row_number() over () as k, source from driver_rides limit 5000`,
  `insert into messages (_id, "partyId", seq, sender_id, receiver_id, message, "createdAt", delivered_at, seen_at)
    select ${idAt('sent', `'message' || n || '-' || seq`)}, _id, seq,
      case when seq % 2 = 1 then _id else support end, case when seq % 2 = 1 then support else _id end,
      texts.message || case when part < 0.3 then ' ' || places.source when part < 0.4 then ' ' || substr(md5(n || '-' || seq), 1, 8) else '' end,
      sent, sent, case when seq < messages or r2 >= 0.3 then sent end
    from (select *, at - (messages - seq) * interval '7 minutes' as sent, random() as part,
        1 + floor(random() * (select count(*) from texts))::int as text,
        1 + floor(random() * (select count(*) from places))::int as place, ${admin('r4')} as support
      from parties cross join generate_series(1, 5) seq where seq <= messages) said
    join texts on texts.k = text join places on places.k = place order by sent`,
]

/** One for each booking; one in two hundred is of a rare kind or of the time before kinds. */
const notifications = [
  `insert into notifications (_id, title, body, "createdAt", kind, resource, "targetId")
    select ${idAt('"createdAt"', `'notification' || serial`)}, 'Booking changed',
      "userName" || '''s ride with ' || "driverName" || ' is now ' || status, "createdAt",
      case when serial % 1000 = 0 then null when serial % 1000 < 5 then 'driver-changed' when serial % 10 < 4 then 'booking-made'
        when serial % 10 < 5 then 'message-received' else 'booking-changed' end, 'booking', _id
    from bookings order by "createdAt"`,
]

/** As if the chain of the audit had grown by itself; its hashes are not asked for here. */
const audit = [
  'alter table audit disable trigger chain_entry',
  `insert into audit (_id, at, "actorId", act, resource, "targetId", before, after, "requestId", address, "searchText", digest, sequence, hash)
    select ${idAt('at', `'audit' || n`)}, at, "actorId", act, resource, "targetId", before, after, 'req-' || n, '203.0.113.' || n % 250,
      upper(concat_ws(E'\\n', before->>'status', after->>'status', "targetId", '203.0.113.' || n % 250, 'req-' || n)), md5(n::text),
      n + (select sequence from audit_head), md5(n::text)
    from (select *, row_number() over (order by at) as n from (
      select "createdAt" as at, "userId" as "actorId", 'book' as act, 'booking' as resource, _id as "targetId", null::jsonb as before,
          jsonb_build_object('status', 'Pending') as after from bookings where serial % 2 = 0
      union all select least(now(), "createdAt" + interval '3 hours'), ${admin('random()')}, 'change-status', 'booking', _id,
          jsonb_build_object('status', 'Pending'), jsonb_build_object('status', status)
        from bookings where serial % 2 = 0 and status <> 'Pending'
      union all select least(now(), "createdAt" + interval '1 day'), ${admin('random()')}, 'approve', 'driver', _id,
          jsonb_build_object('is_driver_profile_approved', false), jsonb_build_object('is_driver_profile_approved', true)
        from people where role = 'driver' and serial % 10 = 0
      union all select now() - n * interval '1 minute', (select min(_id) from people where role = 'admin'), 'change-status',
          'booking', (select min(_id) from bookings), jsonb_build_object('status', 'Accepted'), jsonb_build_object('status', 'Started')
        from generate_series(1, 500) n) acts) numbered order by at`,
  'alter table audit_head disable trigger user',
  'update audit_head set sequence = (select max(sequence) from audit)',
  'alter table audit_head enable trigger user',
  'alter table audit enable trigger chain_entry',
]

/** Three for each driver who handed them in; some files are those of a hundred other drivers. */
const documents = [
  // The documents that people have now are theirs already.
  'alter table documents disable trigger copy_document',
  `insert into documents (key, "personId", kind, sha256, "expiresOn")
    select 'uploads/' || md5(_id || document) || '.pdf', _id, document, case when serial % 97 = 0 then md5((serial / 9700)::text) else md5(_id || document) end,
      case when random() < 0.8 then current_date - 60 + floor(random() * 800)::int end
    from people cross join lateral (values ('driving_licence', driving_licence), ('car_document', car_document),
      ('car_insurance', car_insurance)) as has (document, file)
    where role = 'driver' and file is not null on conflict do nothing`,
  'alter table documents enable trigger copy_document',
  `insert into driver_reviews (_id, "driverId", "adminId", at, decision, reason, before, revision)
    select ${idAt('"createdAt"', `'review' || serial`)}, _id, ${admin('random()')}, "createdAt", decision,
      case decision when 'reject' then 'unreadable' end, '{}', 1
    from (select *, case when serial % 7 = 0 then 'reject' else 'approve' end as decision from people
      where role = 'driver' and serial % 3 = 0) reviewed order by "createdAt"`,
  `insert into notes (_id, resource, "targetId", "authorId", text, "createdAt")
    select ${idAt('"createdAt"', `'note' || resource || "targetId" || nth`)}, resource, "targetId", ${admin('random()')}, 'Called back.', "createdAt"
    from (select role as resource, _id as "targetId", "createdAt", 1 as nth from people where role <> 'admin' and serial % 10 = 0
      union all select 'booking', _id, "createdAt", 1 from bookings where serial % 10 = 0
      union all select 'driver', (select min(_id) from people where role = 'driver'), now() - n * interval '1 minute', n + 1
        from generate_series(1, 500) n) noted`,
]

/**
 * Fills what the demo has few of: a million messages, notifications, entries of the audit and documents, as long as
 * there are not as many. The indexes of words are made at the end, which is far faster.
 */
export const fillOtherTables = (url: string, rows: number): Promise<void> =>
  connected(url, async (client) => {
    const { rows: found } = await client.query<{ many: number }>('select count(*)::int as many from notes')
    if ((found[0]?.many ?? 0) >= rows / 10) return
    log('Filling the tables beside the lists …')
    await client.query('begin')
    for (const setting of ["maintenance_work_mem = '256MB'", "work_mem = '256MB'", 'jit = off'])
      await client.query(`set local ${setting}`)
    await client.query('select setseed(0.2024)')
    const { rows: indexes } = await client.query<{ name: string; build: string }>(
      `select indexname as name, indexdef as build from pg_indexes where indexname in ('messages_words', 'audit_search')`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of [...conversations, ...notifications, ...audit, ...documents]) await client.query(statement)
    for (const { build } of indexes) await client.query(build)
    await client.query('commit')
    await client.query(
      'vacuum (analyze) conversations, conversation_names, messages, notifications, audit, documents, driver_reviews, notes',
    )
  })
