/** All that each row of a table counts as, and when: `endedAt` is when a booking got the status that it has. */
const counted = {
  people: {
    at: '"createdAt"',
    users: `(role = 'user')::int`,
    android: `(role = 'user' and platform is not distinct from 'android')::int`,
    ios: `(role = 'user' and platform is not distinct from 'ios')::int`,
    drivers: `(role = 'driver')::int`,
  },
  driver_rides: { at: '"createdAt"', rides: '1' },
  bookings: { at: '"createdAt"', bookings: '1' },
  ended: {
    at: 'coalesce("changedAt", "createdAt")',
    completed: `(status = 'Completed')::int`,
    canceled: `(status = 'Canceled')::int`,
    rejected: `(status = 'Rejected')::int`,
  },
}

const corridor = {
  day: `("createdAt" at time zone 'UTC')::date`,
  source: 'city_of(source)',
  destination: 'city_of(destination)',
}
const ofCorridor = {
  bookings: '1',
  completed: `(status = 'Completed')::int`,
  cents: `case when status = 'Completed' then coalesce(amount, 0) else 0 end`,
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

/** Adds to a summary what rows count, those of `from` with the sign that each has there. */
function addTo(summary: string, keys: Record<string, string>, counts: Record<string, string>, from: string): string {
  const names = Object.keys(counts)
  const sums = Object.entries(counts).map(([name, value]) => `sum(sign * (${value})) as "${name}"`)
  return `insert into ${summary} (${quoted([...Object.keys(keys), ...names])})
    select * from (select ${Object.entries(keys).map(([name, value]) => `${value} as "${name}"`)}, ${sums.join(', ')}
      from ${from} group by ${Object.keys(keys).map((_, at) => at + 1)}) summed
    where ${names.map((name) => `"${name}" <> 0`).join(' or ')} order by ${quoted(Object.keys(keys))}
    on conflict (${quoted(Object.keys(keys))}) do update
    set ${names.map((name) => `"${name}" = ${summary}."${name}" + excluded."${name}"`).join(', ')};`
}

const slots = ({ at, ...counts }: Record<string, string> & { at: string }, from: string) =>
  addTo('activity', { slot: `date_bin('15 minutes', ${at}, '2000-01-01T00:00:00Z')` }, counts, from)

const sources: Record<string, (from: string) => string> = {
  people: (from) => slots(counted.people, from),
  driver_rides: (from) => slots(counted.driver_rides, from),
  bookings: (from) =>
    slots(counted.bookings, from) + slots(counted.ended, from) + addTo('corridors', corridor, ofCorridor, from),
}

const rowsOf = {
  insert: '(select 1 as sign, * from new_rows) changed',
  update: '(select 1 as sign, * from new_rows union all select -1, * from old_rows) changed',
  delete: '(select -1 as sign, * from old_rows) changed',
}
const referencing = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

const sums = Object.entries(sources).flatMap(([table, add]) =>
  (['insert', 'update', 'delete'] as const).map(
    (change) => `
create function sum_${table}_${change}() returns trigger language plpgsql as $$ begin
    ${add(rowsOf[change])} return null; end $$;
create trigger sum_${change} after ${change} on ${table} referencing ${referencing[change]}
  for each statement execute function sum_${table}_${change}();`,
  ),
)

/**
 * Sums of what happened when, kept as it is written: by quarter of an hour, which every time zone's days are made of,
 * and by corridor and day of UTC (decision 065). Triggers keep both exact in the transaction of the change;
 * `rebuild_activity()` makes them anew. `city_of` reads the city as the screens do: "Austin, TX" of "200 Congress Ave,
 * Austin, TX 78701"; the usual address is told without the groups of a regular expression, in a third of the time.
 */
export const activity = `
create table activity (
  slot timestamptz primary key,
  users integer not null default 0,
  android integer not null default 0,
  ios integer not null default 0,
  drivers integer not null default 0,
  rides integer not null default 0,
  bookings integer not null default 0,
  completed integer not null default 0,
  canceled integer not null default 0,
  rejected integer not null default 0
) with (fillfactor = 60);

create table corridors (
  day date not null,
  source text not null,
  destination text not null,
  bookings integer not null default 0,
  completed integer not null default 0,
  cents bigint not null default 0,
  primary key (day, source, destination)
) with (fillfactor = 80);

create function city_of(address text) returns text language sql immutable parallel safe as $$
  select left(case when address ~ '^[^,]*, [^\\s,0-9][^,0-9]*, [A-Z]{2}( |$)'
    then split_part(address, ', ', 2) || ', ' || left(split_part(address, ', ', 3), 2)
    else coalesce(substring(address from ',\\s+([^,0-9]+,\\s+[A-Z]{2})\\M'), address) end, 120) $$;
${sums.join('\n')}

create function rebuild_activity() returns void language plpgsql as $$ begin
    delete from activity; delete from corridors;
    ${Object.entries(sources)
      .map(([table, add]) => add(`(select 1 as sign, * from ${table}) changed`))
      .join('\n    ')} end $$;
`
