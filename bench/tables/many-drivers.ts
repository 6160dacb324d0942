const first =
  'Oscar Yusuf Alejandro Stefan Kai Felix Rania Camila Marcus Liam Nadia Omar Lamar Benjamin Naomi Brooke Tariq Denise Mina Amara Ivy Noah Priya Chen Sofia Elena Hugo Léna Mateo Zoë Jürgen'.split(
    ' ',
  )
const last =
  "Hughes Adeyemi Bell Washington Singh Reyes Jackson Desai Haddad Ward Ellis Hoang Kim-Bauer Murphy Ramirez Banerjee O'Brien Sanders Lee Ito Novák Silva Costa Rossi Weber Klein Fischer Moreau Dubois Larsen".split(
    ' ',
  )
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const days = 700
const newest = Date.UTC(2026, 5, 1, 20)
const reverify = ['', 'Pending', 'Approved'] as const

/** Drivers as SPEC §7's parameterless call sends them, the same in each run, joined over some 700 days, in no order. */
export function* manyDrivers(count: number) {
  let seed = 7
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  const one = <Item>(items: readonly Item[]) => items[next(items.length)] as Item
  for (let at = 0; at < count; at += 1) {
    const full_name = `${one(first)} ${one([...letters])}. ${one(last)}`
    const createdAt = new Date(newest - next(days * 86_400) * 1000).toISOString()
    yield {
      _id: `driver-${at}`,
      full_name,
      email: `driver${at}@example.test`,
      phone: `+1 (212) 555-${String(next(10_000)).padStart(4, '0')}`,
      createdAt,
      car_name: 'Toyota Corolla',
      driving_licence_number: `D${next(1_000_000)}`,
      driving_licence: `https://files.example.test/uploads/${at}.pdf`,
      car_document: next(5) === 0 ? null : `https://files.example.test/uploads/car-${at}.pdf`,
      car_insurance: null,
      state_id: null,
      address: '49 W Maryland St, Indianapolis',
      stripe_connect_id: next(3) === 0 ? `acct_${at}` : null,
      is_driver_profile_approved: next(2) === 0,
      reverify_status: one(reverify),
      role: 'driver',
      revision: 1,
    }
  }
}
