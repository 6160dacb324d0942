import type { Check } from '../check.ts'
import { ask, below, call, day, measure, pageOf, pick, withQuery, type Api, type Query, type Question } from './ask.ts'

type Kind = { kind: string; count: number; next: () => Question }
type Person = { _id: string; full_name: string; email: string; phone: string; driving_licence_number: string | null }
type Booking = {
  _id: string
  user: Person
  driver: Person
  ride: { source: { address: string }; destination: { address: string } }
}

const tz = 'America/Chicago'
const asked = (kind: string, paths: readonly string[], count = 60): Kind => ({
  kind,
  count,
  next: () => ({ path: pick(paths) }),
})
const listed = (path: string, queries: readonly Query[]) =>
  queries.map((query) => pageOf(path, { page: 1, ...query }).path)

/** A few hundred rows of different ages. */
async function rowsOf<Row>(api: Api, path: string): Promise<Row[]> {
  const pages: Row[][] = []
  for (const ago of [2, 40, 100]) {
    pages.push((await ask<Row[]>(api, pageOf(path, { date: day(ago), tz: 'UTC', page: 3, page_size: 100 }))).data)
  }
  return pages.flat()
}

type Samples = { drivers: Person[]; users: Person[]; bookings: Booking[] }

/** The search over everything, while somebody types: terms as they grow, and whole ones. */
function recordSearches({ drivers, users, bookings }: Samples): Kind[] {
  const search = (what: string, terms: readonly (string | null)[]) => {
    const paths = terms.flatMap((q) => (q ? [withQuery('/admin/search', { q })] : []))
    return asked(`search over everything, ${what}`, paths, 100)
  }
  const people = [...drivers, ...users]
  const cityOf = (address: string) => /, ([^,]+), [A-Z]{2}/.exec(address)?.[1] ?? address
  return [
    search(
      'names',
      people.flatMap(({ full_name }) => [
        ...[2, 3, 5, 8].map((length) => full_name.slice(0, length)),
        ...[full_name, full_name.split(' ').reverse().join(' ')],
      ]),
    ),
    search(
      'mail addresses',
      people.flatMap(({ email }) => [email, email.slice(0, 9), email.slice(0, 14)]),
    ),
    search(
      'phones',
      people.flatMap(({ phone }) => (phone ? [phone, phone.replace(/[^0-9]/g, '').slice(-7)] : [])),
    ),
    search(
      'licences',
      drivers.flatMap(({ driving_licence_number: number }) => [number, number?.slice(0, 6) ?? null]),
    ),
    search(
      'riders and places of bookings',
      bookings.flatMap(({ user, driver, ride: { source, destination } }) => [
        `${user.full_name} ${driver.full_name}`,
        source.address,
        `${cityOf(source.address)} ${cityOf(destination.address)}`,
      ]),
    ),
    search(
      'ids',
      [...people, ...bookings].map(({ _id }) => _id),
    ),
    search('few or none', ['zq', 'zzqx', 'xylophone', 'main street', 'example', 'qua', 'houston dallas']),
  ]
}

async function conversations(api: Api, { drivers }: Samples): Promise<Kind[]> {
  const list = (query: Query) => pageOf('/user/chat-list', query).path
  const cursors: string[] = []
  for (const sort of ['-last_message_date', 'unread']) {
    let { meta } = await ask(api, pageOf('/user/chat-list', { page: 1, sort }))
    for (let n = 0; n < 20 && meta.next; n += 1) {
      cursors.push(list({ sort, cursor: meta.next }))
      ;({ meta } = await ask(api, pageOf('/user/chat-list', { sort, cursor: meta.next, page_size: 200 })))
    }
  }
  const { data: parties } = await ask<{ party_id: string; full_name: string }[]>(
    api,
    pageOf('/user/chat-list', { page: 1, page_size: 100 }),
  )
  const names = parties.flatMap(({ full_name }) => [
    full_name,
    full_name.slice(0, 4),
    full_name.slice(0, 2),
    full_name.split(' ').at(-1) ?? '',
  ])
  const filters = ['unanswered', 'mine', 'unassigned', 'closed'].flatMap((show) =>
    ['-last_message_date', 'unread'].map((sort) => list({ page: 1, show, sort })),
  )
  const words = [
    'ride',
    'thank you',
    'refund',
    'pick',
    'the driver',
    'documents',
    'ok',
    'houston',
    'airport late',
    'zzqx',
    'car insurance',
  ]
  const messages = (query: Query) => withQuery('/admin/conversations/messages', query)
  return [
    asked('conversations, first page, filters and orders', [
      list({ page: 1 }),
      list({ page: 1, sort: 'unread' }),
      ...filters,
    ]),
    asked('conversations, next pages', cursors),
    asked(
      'conversations, names',
      [...names, 'a', 'an', 'zzqx', ...drivers.slice(0, 20).map(({ full_name }) => full_name)].map((q) =>
        list({ page: 1, q }),
      ),
      100,
    ),
    asked('conversations, counts', ['/admin/conversations/counts']),
    asked(
      'conversations, next unanswered',
      parties.map(({ party_id }) => `/admin/conversations/next?after=${party_id}`),
    ),
    asked(
      'one conversation',
      parties.map(({ party_id }) => `/user/chats/${party_id}?limit=50`),
    ),
    asked(
      'bookings beside a conversation',
      parties.map(({ party_id }) => `/admin/conversations/bookings?party_id=${party_id}`),
    ),
    asked(
      'search in messages',
      words.map((q) => messages({ q })),
      100,
    ),
    asked(
      'search in one conversation',
      parties.map(({ party_id }) => messages({ q: pick(words), party_id })),
    ),
  ]
}

const from = (days: number) => withQuery('/admin/dashboard/activity', { from: day(days - 1), to: day(0), tz })

const dashboard: Kind[] = [
  asked('the dashboard', [`/admin/dashboard/analysis?tz=${tz}`], 40),
  asked('needs attention', [`/admin/dashboard/attention?tz=${tz}`]),
  asked('trends', [`/admin/dashboard/trends?tz=${tz}`]),
  ...[30, 90, 366].map((days) => asked(`activity and corridors of ${days} days`, [from(days)])),
]

function records({ drivers, users, bookings }: Samples): Kind[] {
  const each = (items: { _id: string }[], path: (id: string) => string) => items.map(({ _id }) => path(_id))
  const history = (resource: string) => (id: string) =>
    withQuery('/admin/audit', { resource, target_id: id, page: 1, page_size: 20 })
  return [
    asked(
      'one driver',
      each(drivers, (id) => `/admin/records/drivers/${id}`),
    ),
    asked(
      'one user',
      each(users, (id) => `/admin/records/users/${id}`),
    ),
    asked(
      'one booking',
      each(bookings, (id) => `/admin/records/bookings/${id}`),
    ),
    asked(
      'timeline of a booking',
      each(bookings, (id) => `/admin/records/bookings/${id}/timeline`),
    ),
    asked('notes of a record', [
      ...each(drivers, (id) => `/admin/notes?resource=driver&target_id=${id}`),
      ...each(bookings, (id) => `/admin/notes?resource=booking&target_id=${id}`),
    ]),
    asked('history of a record', [...each(drivers, history('driver')), ...each(bookings, history('booking'))]),
    asked('rides and bookings of a person', [
      ...each(drivers, (driver_id) => withQuery('/admin/driver/rides', { driver_id, page: 1, page_size: 20 })),
      ...each(drivers, (driver_id) => withQuery('/admin/user/rides', { driver_id, page: 1, page_size: 20 })),
      ...each(users, (user_id) => withQuery('/admin/user/rides', { user_id, page: 1, page_size: 20 })),
    ]),
  ]
}

async function reviews(api: Api, { drivers }: Samples): Promise<Kind[]> {
  const cursors: string[] = []
  let next: string | null = null
  for (let n = 0; n < 10; n += 1) {
    const path = withQuery('/admin/drivers/expiring', { days: 365, limit: 200, ...(next !== null && { cursor: next }) })
    next = (await ask<{ next: string | null }>(api, { path })).data.next
    if (next === null) break
    cursors.push(withQuery('/admin/drivers/expiring', { days: 365, cursor: next }))
  }
  const line = ({ full_name, email, phone, driving_licence_number }: Person, n: number) => ({
    line: n + 2,
    cells: { full_name, email, phone: phone ?? '', driving_licence_number: driving_licence_number ?? '' },
  })
  return [
    asked('verification queue, count', ['/admin/drivers/queue']),
    {
      kind: 'verification queue, next',
      count: 100,
      next: () => ({
        path: '/admin/drivers/queue/next',
        body: below(10) < 3 ? {} : { after: pick(drivers)._id },
      }),
    },
    {
      kind: 'one driver with duplicates',
      count: 100,
      next: () => ({ path: '/admin/drivers/queue/claim', body: { _id: pick(drivers)._id } }),
    },
    {
      kind: 'check of 100 rows of a file',
      count: 30,
      next: () => ({ path: '/admin/drivers/import/check', body: { rows: drivers.slice(0, 100).map(line) } }),
    },
    asked('expiry radar', [
      ...[0, 30, 365].map((days) => withQuery('/admin/drivers/expiring', { days, tz })),
      ...cursors,
    ]),
  ]
}

function filters({ drivers, bookings }: Samples): Kind[] {
  const idsOf = (items: { _id: string }[]) =>
    items
      .slice(0, 200)
      .map(({ _id }) => _id)
      .join(',')
  const cities = ['houston', 'dallas', 'austin', 'san antonio', 'waco', 'zzqx']
  const trips = (queries: readonly Query[]) => [
    ...listed('/admin/driver/rides', queries),
    ...listed('/admin/user/rides', queries),
  ]
  const corridors = cities.flatMap((source): Query[] => [
    { source },
    { destination: source },
    ...cities.map((destination) => ({ source, destination })),
  ])
  const amounts = ['10..20', '5..', '..10', '100..', '50..51', '17..17', '500..', '0..1000'].flatMap(
    (amount): Query[] => [{ amount }, { amount, created: `${day(10)}..` }],
  )
  const days = [1, 7, 30, 90].flatMap((ago): Query[] => [
    { created: `${day(ago)}..`, tz },
    { created: `${day(ago + 7)}..${day(ago)}`, tz },
    { created: `..${day(ago)}`, tz },
  ])
  return [
    asked(
      'drivers without a document, or waiting',
      listed('/admin/drivers', [
        ...['any', 'driving_licence', 'car_document', 'car_insurance'].flatMap((missing): Query[] => [
          { missing },
          { missing, verified: 'true' },
          { missing, q: 'maria' },
        ]),
        { waiting: 'verification' },
      ]),
    ),
    asked('a corridor', trips(corridors), 150),
    asked(
      'a corridor with a status or days',
      [
        ...listed(
          '/admin/user/rides',
          corridors.map((corridor) => ({ ...corridor, status: 'Pending' })),
        ),
        ...trips(corridors.map((corridor) => ({ ...corridor, created: `${day(7)}..`, tz }))),
      ],
      150,
    ),
    asked('an amount', trips(amounts), 100),
    asked('days from and to', trips(days)),
    asked(
      'users of a platform, or of the last days',
      listed('/admin/users', [
        { platform: 'android' },
        { platform: 'ios' },
        ...[1, 7, 30, 366].flatMap((last): Query[] => [
          { days: last, tz },
          { days: last, tz, platform: 'ios' },
        ]),
      ]),
    ),
    asked('hanging bookings', listed('/admin/user/rides', [{ hanging: 'Pending' }, { hanging: 'Started' }])),
    asked('200 rows by their ids', [
      withQuery('/admin/drivers', { ids: idsOf(drivers), page: 1, page_size: 200 }),
      withQuery('/admin/user/rides', { ids: idsOf(bookings), page: 1, page_size: 200 }),
    ]),
    asked(
      'all that match, a page of 200 rows',
      Array.from({ length: 50 }, (_, at) => ({ page: at + 1, page_size: 200 })).flatMap((page) => [
        withQuery('/admin/drivers', { verified: 'false', ...page }),
        withQuery('/admin/user/rides', { status: 'Pending', ...page }),
        withQuery('/admin/user/rides', { created: `${day(5)}..`, tz, ...page }),
      ]),
      100,
    ),
  ]
}

async function notifications(api: Api): Promise<{ open: Kind[]; muted: Kind[] }> {
  const list = '/admin/notification/list?limit=200'
  const older: string[] = []
  let before = ''
  for (let n = 0; n < 20; n += 1) {
    const { data } = await ask<{ _id: string }[]>(api, { path: before ? `${list}&before=${before}` : list })
    before = data.at(-1)?._id ?? before
    older.push(`${list}&before=${before}`)
  }
  return {
    open: [asked('notifications', [list]), asked('older notifications', older)],
    muted: [asked('notifications, all kinds but rare ones muted', [list, ...older])],
  }
}

async function measureMuted(api: Api, kinds: Kind[]): Promise<Check[]> {
  const mute = async (is_muted: boolean) => {
    for (const kind of ['booking-made', 'booking-changed', 'message-received'])
      await call(api, { path: '/admin/notification/mute', body: { kind, is_muted } })
  }
  await mute(true)
  try {
    return await measureAll(api, kinds)
  } finally {
    await mute(false)
  }
}

async function audit(api: Api, { drivers, users }: Samples): Promise<Kind[]> {
  const { data: actors } = await ask<{ _id: string }[]>(api, { path: '/admin/audit/actors' })
  const queries: Query[] = [
    ...[...actors, ...users.slice(0, 20)].map(({ _id }) => ({ actor_id: _id })),
    ...['change-status', 'approve', 'book', 'sign-in'].map((act) => ({ act })),
    ...['booking', 'driver', 'administrator'].map((resource) => ({ resource })),
    ...[0, 7, 60].map((ago) => ({ date: day(ago), tz })),
  ]
  const terms = [
    ...drivers.slice(0, 20).map(({ full_name }) => full_name),
    ...['maria', 'maya', 'started', 'req-1234', '203.0.113.7', 'zzqx', 'an', 'booking'],
  ]
  return [
    asked('audit, newest and by filters', listed('/admin/audit', [{}, ...queries, { page: 100 }, { page: 'last' }])),
    asked(
      'audit, a filter of a kind and of who',
      listed(
        '/admin/audit',
        actors.map(({ _id }) => ({ actor_id: _id, act: 'change-status', resource: 'booking' })),
      ),
    ),
    asked(
      'audit, search',
      listed(
        '/admin/audit',
        terms.map((q) => ({ q })),
      ),
      100,
    ),
    asked('audit, people and age', ['/admin/audit/actors', '/admin/audit/kept']),
  ]
}

const views = [
  ['/drivers', 'waiting=verification'],
  ['/drivers', 'missing=car_insurance&verified=true'],
  ['/drivers', 'q=maria'],
  ['/users', 'platform=ios&days=7'],
  ['/users', ''],
  ['/driver-rides', 'amount=100..'],
  ['/driver-rides', 'source=houston&destination=dallas'],
  ['/user-rides', 'status=Pending'],
  ['/user-rides', 'hanging=Started'],
  ['/user-rides', 'status=Started&source=austin'],
] as const

async function savedViews(api: Api): Promise<Kind[]> {
  const { data: found } = await ask<{ name: string }[]>(api, { path: '/admin/views' })
  for (const [at, [path, query]] of views.entries())
    if (!found.some(({ name }) => name === `bench ${at}`))
      await call(api, { path: '/admin/views', body: { name: `bench ${at}`, path, query } })
  return [
    asked('saved views', ['/admin/views']),
    asked('counts of ten saved views', [`/admin/views/counts?tz=${tz}`], 40),
  ]
}

async function measureAll(api: Api, kinds: Kind[]): Promise<Check[]> {
  const checks: Check[] = []
  for (const { kind, count, next } of kinds) checks.push(await measure(api, kind, count, next))
  return checks
}

/** Measures what screens ask beside the pages of lists: each kind of question is a row of the report. */
export async function measureQuestions(api: Api): Promise<Check[]> {
  const samples: Samples = {
    drivers: await rowsOf<Person>(api, '/admin/drivers'),
    users: await rowsOf<Person>(api, '/admin/users'),
    bookings: await rowsOf<Booking>(api, '/admin/user/rides'),
  }
  const { open, muted } = await notifications(api)
  const kinds = [
    ...dashboard,
    ...recordSearches(samples),
    ...filters(samples),
    ...records(samples),
    ...(await reviews(api, samples)),
    ...(await conversations(api, samples)),
    ...open,
    ...(await audit(api, samples)),
    ...(await savedViews(api)),
  ]
  return [...(await measureAll(api, kinds)), ...(await measureMuted(api, muted))]
}
