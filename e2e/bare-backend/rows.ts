export type Row = Record<string, unknown>

const day = 86_400_000
const firstNames = ['Ada', 'Boris', 'Chloe', 'Dmitri', 'Elena', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas']
const lastNames = ['Abbott', 'Brandt', 'Costa', 'Dvorak', 'Eriksen', 'Fontaine']
const cities = ['Austin, TX', 'Houston, TX', 'Dallas, TX', 'Tulsa, OK', 'Denver, CO', 'Omaha, NE', 'Reno, NV']
const statuses = ['Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started']

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
const nameAt = (at: number) => `${pick(firstNames, at)} ${pick(lastNames, at * 5 + Math.floor(at / 10))}`
const ago = (now: number, at: number) => new Date(now - at * (day / 2)).toISOString()

const hostileName = '<img src=x onerror="window.hostile=1">'
const hostileMarkup = '<script>window.hostile=1</script><b>bold</b>'
const scriptLink = 'javascript:window.hostile=1'
const dataLink = 'data:text/html,<script>window.hostile=1</script>'

const drivers = (id: (name: string) => string, now: number): Row[] =>
  Array.from({ length: 45 }, (_, at) => ({
    _id: id(`driver-${at}`),
    full_name: nameAt(at),
    email: `driver${at}@example.com`,
    phone: `+1 555 01${String(at).padStart(2, '0')}`,
    createdAt: ago(now, at),
    car_name: 'Toyota Sienna',
    driving_licence_number: `TX-${10_000 + at}`,
    driving_licence: `https://files.example.com/uploads/licence-${at}.pdf`,
    car_document: `https://files.example.com/uploads/car-${at}.png`,
    car_insurance: `https://files.example.com/uploads/insurance-${at}.docx`,
    state_id: `https://files.example.com/uploads/state-id-of-a-driver-with-a-long-name-${at}.pdf`,
    address: `${at + 1} Main Street, ${pick(cities, at)}`,
    stripe_connect_id: at % 2 === 0 ? `acct_bare${at}` : null,
    is_driver_profile_approved: at % 3 === 0,
    reverify_status: pick(['', 'Pending', 'Approved'], at),
    role: 'driver',
  }))

const oddDrivers = (id: (name: string) => string, now: number): unknown[] => [
  {
    _id: id('driver-hostile'),
    full_name: hostileName,
    email: hostileMarkup,
    phone: 5_550_199,
    createdAt: ago(now, 2),
    car_name: hostileMarkup,
    driving_licence_number: null,
    driving_licence: scriptLink,
    car_document: dataLink,
    car_insurance: 'not a link at all',
    state_id: scriptLink,
    address: null,
    stripe_connect_id: hostileMarkup,
    is_driver_profile_approved: 'yes',
    reverify_status: 7,
    role: 'driver',
  },
  { _id: id('driver-empty'), full_name: null, createdAt: null },
  {
    full_name: 42,
    createdAt: 'the day before yesterday',
    email: ['a'],
    phone: {},
    state_id: 12,
    reverify_status: null,
  },
  null,
  'no record at all',
]

const users = (id: (name: string) => string, now: number): unknown[] => [
  ...Array.from({ length: 45 }, (_, at) => ({
    _id: id(`user-${at}`),
    full_name: nameAt(at + 100),
    email: `user${at}@example.com`,
    phone: `+1 555 02${String(at).padStart(2, '0')}`,
    createdAt: ago(now, at),
    location: { address: `${at + 1} Oak Avenue, ${pick(cities, at)}` },
    state_id: `https://files.example.com/uploads/state-id-of-a-user-${at}.pdf`,
  })),
  {
    _id: id('user-hostile'),
    full_name: hostileName,
    email: hostileMarkup,
    phone: null,
    createdAt: ago(now, 3),
    location: null,
    state_id: dataLink,
  },
  { _id: id('user-empty'), location: { address: 5 } },
  null,
]

const driverRides = (id: (name: string) => string, now: number): unknown[] => [
  ...Array.from({ length: 45 }, (_, at) => ({
    _id: id(`ride-${at}`),
    driver: { _id: id(`driver-${at}`), full_name: nameAt(at) },
    source: { address: pick(cities, at) },
    destination: { address: pick(cities, at + 1) },
    createdAt: ago(now, at),
    ride_time: '09:30 AM',
    amount: 40 + at,
    passenger_capacity: 1 + (at % 6),
  })),
  {
    _id: id('ride-hostile'),
    driver: { full_name: hostileName },
    source: hostileMarkup,
    destination: null,
    createdAt: 1,
    ride_time: 930,
    amount: 'much',
    passenger_capacity: '4',
  },
  { _id: id('ride-empty'), driver: null },
]

const bookings = (id: (name: string) => string, now: number): unknown[] => [
  ...Array.from({ length: 45 }, (_, at) => ({
    _id: id(`booking-${at}`),
    user: { _id: id(`user-${at}`), full_name: nameAt(at + 100) },
    driver: { _id: id(`driver-${at}`), full_name: nameAt(at) },
    ride: {
      source: { address: pick(cities, at) },
      destination: { address: pick(cities, at + 1) },
      ride_time: '09:30 AM',
      amount: 40 + at,
    },
    createdAt: ago(now, at),
    status: pick(statuses, at),
  })),
  {
    _id: id('booking-hostile'),
    user: { full_name: hostileName },
    driver: null,
    ride: null,
    createdAt: ago(now, 1),
    status: hostileMarkup,
  },
  { _id: id('booking-empty'), user: null, ride: { source: null, amount: null }, status: null },
]

const chats = (id: (name: string) => string, now: number): Row[] => [
  {
    full_name: nameAt(0),
    profile_picture: null,
    last_message: 'Is my licence fine?',
    last_message_date: ago(now, 1),
    last_message_is_seen: false,
    sender_id: id('driver-0'),
    receiver_id: id('admin'),
  },
  {
    full_name: nameAt(100),
    profile_picture: null,
    last_message: 'You are welcome',
    last_message_date: ago(now, 2),
    last_message_is_seen: false,
    sender_id: id('admin'),
    receiver_id: id('user-0'),
  },
  {
    full_name: hostileName,
    profile_picture: scriptLink,
    last_message: hostileMarkup,
    last_message_date: null,
    last_message_is_seen: null as unknown as boolean,
    sender_id: id('user-hostile'),
    receiver_id: id('admin'),
  },
]

const messages = (id: (name: string) => string, now: number): Row[] => [
  {
    _id: id('m1'),
    party: id('driver-0'),
    sender_id: id('driver-0'),
    message: 'Hello from the road',
    createdAt: ago(now, 4),
  },
  { _id: id('m2'), party: id('driver-0'), sender_id: id('admin'), message: 'How can we help?', createdAt: ago(now, 3) },
  {
    _id: id('m3'),
    party: id('driver-0'),
    sender_id: id('driver-0'),
    message: 'Is my licence fine?',
    createdAt: ago(now, 1),
  },
  { _id: id('m4'), party: id('user-0'), sender_id: id('admin'), message: 'You are welcome', createdAt: ago(now, 2) },
  {
    _id: id('m5'),
    party: id('user-hostile'),
    sender_id: id('user-hostile'),
    message: hostileMarkup,
    createdAt: 'soon',
  },
  {
    _id: id('m6'),
    party: id('user-hostile'),
    sender_id: id('user-hostile'),
    message: `${hostileName} ${scriptLink}`,
    createdAt: null,
  },
]

/** Everything one session sees: its own rows, so that sessions do not disturb each other. */
export function makeRows(world: string) {
  const now = Date.now()
  const id = (name: string) => `${world}-${name}`
  return {
    drivers: [...drivers(id, now), ...oddDrivers(id, now)],
    users: users(id, now),
    driverRides: driverRides(id, now),
    bookings: bookings(id, now),
    chats: chats(id, now),
    messages: messages(id, now),
    notifications: [
      { _id: id('n1'), title: 'New driver', body: `${nameAt(0)} joined`, createdAt: ago(now, 1) },
      { _id: id('n2'), title: hostileName, body: hostileMarkup, createdAt: null },
      { _id: id('n3'), title: 'Re-verification asked', body: null, createdAt: ago(now, 2) },
    ] as unknown[],
  }
}
