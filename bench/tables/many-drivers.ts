import { drawFrom } from '../draw.ts'

const first =
  'Oscar Yusuf Alejandro Stefan Kai Felix Rania Camila Marcus Liam Nadia Omar Lamar Benjamin Naomi Brooke Tariq Denise Mina Amara Ivy Noah Priya Chen Sofia Elena Hugo Léna Mateo Zoë Jürgen'.split(
    ' ',
  )
const last =
  "Hughes Adeyemi Bell Washington Singh Reyes Jackson Desai Haddad Ward Ellis Hoang Kim-Bauer Murphy Ramirez Banerjee O'Brien Sanders Lee Ito Novák Silva Costa Rossi Weber Klein Fischer Moreau Dubois Larsen".split(
    ' ',
  )
const newest = Date.UTC(2026, 5, 1, 20)

/** Drivers as SPEC §7's parameterless call sends them, the same in each run, joined over some 700 days, in no order. */
export function manyDrivers(count: number) {
  const { below, pick } = drawFrom(7)
  return Array.from({ length: count }, (_, at) => ({
    _id: `driver-${at}`,
    full_name: `${pick(first)} ${pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'])}. ${pick(last)}`,
    email: `driver${at}@example.test`,
    phone: `+1 (212) 555-${String(below(10_000)).padStart(4, '0')}`,
    createdAt: new Date(newest - below(700 * 86_400) * 1000).toISOString(),
    car_name: 'Toyota Corolla',
    driving_licence_number: `D${below(1_000_000)}`,
    driving_licence: `https://files.example.test/uploads/${at}.pdf`,
    car_document: pick([null, `https://files.example.test/uploads/car-${at}.pdf`]),
    car_insurance: null,
    state_id: null,
    address: '49 W Maryland St, Indianapolis',
    stripe_connect_id: pick([null, `acct_${at}`]),
    is_driver_profile_approved: pick([true, false]),
    reverify_status: pick(['', 'Pending', 'Approved']),
    role: 'driver',
    revision: 1,
  }))
}
