import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, booking, driverRide, personLoginData, problem } from '@interline/shared/contract/schemas'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '3' })
})
afterAll(() => server.close())

let count = 0
async function register(role: 'driver' | 'user') {
  const body = {
    role,
    full_name: `Sam ${role}`,
    email: `sam${count++}@mail.example`,
    password: 'a good password',
    phone: '+1 555',
    platform: 'ios',
  }
  const { body: answered } = await server.call('POST', '/user/auth/register', { body })
  return { ...answer(personLoginData).parse(answered).data, email: body.email }
}
const ride = {
  source: { address: '1 Here St' },
  destination: { address: '2 There St' },
  ride_time: '09:30 AM',
  amount: 19.99,
  passenger_capacity: 1,
}
const post = (token: string, path: string, body?: object) =>
  server.call('POST', path, { token, ...(body ? { body } : {}) })

describe('drivers and users', () => {
  it.each(['driver', 'user'] as const)('a %s registers, signs in and reads their own record', async (role) => {
    const { email, user } = await register(role)
    const { body } = await server.call('POST', '/user/auth/login', { body: { email, password: 'a good password' } })
    const { token } = answer(personLoginData).parse(body).data
    expect((await server.call('GET', '/user/profile', { token })).body).toEqual({ success: true, data: user })
    expect(
      (await server.call('POST', '/user/auth/admin-login', { body: { email, password: 'a good password' } })).status,
    ).toBe(401)
  })

  it('an address can be registered once', async () => {
    const { email } = await register('user')
    const { status, body } = await server.call('POST', '/user/auth/register', {
      body: { role: 'driver', full_name: 'B', email: email.toUpperCase(), password: 'a good password' },
    })
    expect([status, problem.parse(body).errors?.[0]?.field]).toEqual([409, 'email'])
  })

  it.each(['\u3164', ' \u2800\u200B'])(
    'nobody registers with a name of which nothing can be seen: %j',
    async (full_name) => {
      const { status, body } = await server.call('POST', '/user/auth/register', {
        body: { role: 'user', full_name, email: 'unseen@mail.example', password: 'a good password' },
      })
      expect([status, problem.parse(body).errors]).toEqual([
        400,
        [{ field: 'full_name', message: 'must not be blank' }],
      ])
    },
  )

  it.each(['1234567890', 'password123'])('nobody registers with the password %s', async (password) => {
    const { status, body } = await server.call('POST', '/user/auth/register', {
      body: { role: 'user', full_name: 'B', email: 'common@mail.example', password },
    })
    expect([status, problem.parse(body).errors?.[0]?.field]).toEqual([400, 'password'])
  })

  it('takes a password of 64 characters and more, with spaces and signs of any kind', async () => {
    const password = `${'ein langes Passwort, das niemand errät 🚌 '.repeat(3)}!`
    const email = 'long@mail.example'
    const body = { role: 'user', full_name: 'B', email, password }
    expect((await server.call('POST', '/user/auth/register', { body })).status).toBe(200)
    expect((await server.call('POST', '/user/auth/login', { body: { email, password } })).status).toBe(200)
    const wrong = { email, password: password.slice(0, -1) }
    expect((await server.call('POST', '/user/auth/login', { body: wrong })).status).toBe(401)
  })

  it.each([
    ['composed or not', 'Zoë wäscht Öl', 'Zoë wäscht Öl'.normalize('NFD')],
    ['in full width or not', 'ｐａｓｓ　ｗｏｒｄ　９９', 'pass word 99'],
    ['with a ligature or not', 'ﬁve ﬂoors up', 'five floors up'],
  ])('takes a password %s, wherever it is set and checked', async (_what, one, other) => {
    const email = `nfkc${count++}@mail.example`
    const signIn = async (password: string) =>
      (await server.call('POST', '/user/auth/login', { body: { email, password } })).status
    const body = { role: 'user', full_name: 'B', email, password: one }
    expect((await server.call('POST', '/user/auth/register', { body })).status).toBe(200)
    expect([await signIn(one), await signIn(other), await signIn(`${other}.`)]).toEqual([200, 200, 401])
  })

  it('counts the characters of a password when it is normalized', async () => {
    const register = async (password: string) => {
      const body = { role: 'user', full_name: 'B', email: `nfkc${count++}@mail.example`, password }
      return (await server.call('POST', '/user/auth/register', { body })).status
    }
    expect([await register('e\u0301'.repeat(9)), await register('ﬁ'.repeat(5))]).toEqual([400, 200])
    expect(await register('ｐａｓｓｗｏｒｄ１２３')).toBe(400)
  })

  it('nobody registers as an administrator', async () => {
    const { status } = await server.call('POST', '/user/auth/register', {
      body: { role: 'admin', full_name: 'B', email: 'b@mail.example', password: 'a good password' },
    })
    expect(status).toBe(400)
  })

  it('what they do is counted on the dashboard and announced', async () => {
    const token = await server.signIn()
    const counts = async () =>
      field<Record<string, number>>((await server.call('GET', '/admin/dashboard/analysis', { token })).body, 'data')
    const before = await counts()
    const { user } = await register('user')
    const after = await counts()
    expect(after['user_count']).toBe((before['user_count'] ?? 0) + 1)
    expect(after['today_registered_users']).toBe((before['today_registered_users'] ?? 0) + 1)
    expect(after['ios_users']).toBe((before['ios_users'] ?? 0) + 1)
    expect((await server.call('GET', '/admin/notification/list', { token })).text).toContain(
      `${user.full_name} has registered`,
    )
  })
})

describe('a trip', () => {
  it('is offered, booked, accepted, started and completed, step by step', async () => {
    const [driver, rider, late] = [await register('driver'), await register('user'), await register('user')]
    const published = await post(driver.token, '/driver/rides', ride)
    const ride_id = field<string>(published.body, 'data._id')
    const open = answer(driverRide.array()).parse(
      (await server.call('GET', '/user/open-rides', { token: rider.token })).body,
    ).data
    expect(open.find(({ _id }) => _id === ride_id)).toMatchObject({ amount: 19.99, source: { address: '1 Here St' } })
    const _id = field<string>((await post(rider.token, '/user/bookings', { ride_id })).body, 'data._id')
    expect((await post(late.token, '/user/bookings', { ride_id })).status).toBe(409)
    expect((await post(driver.token, '/user/bookings/status', { _id, status: 'Completed' })).status).toBe(409)
    expect((await post(rider.token, '/user/bookings/status', { _id, status: 'Accepted' })).status).toBe(409)
    expect((await post(late.token, '/user/bookings/status', { _id, status: 'Canceled' })).status).toBe(404)
    for (const status of ['Accepted', 'Started', 'Completed'])
      expect((await post(driver.token, '/user/bookings/status', { _id, status })).status).toBe(200)
    const [own] = answer(booking.array()).parse(
      (await server.call('GET', '/user/bookings', { token: rider.token })).body,
    ).data
    expect(own).toMatchObject({ _id, status: 'Completed', revision: 4 })
    expect((await post(rider.token, '/user/bookings/status', { _id, status: 'Canceled' })).status).toBe(409)
  })

  it('gives the last seat to one of two who want it at once', async () => {
    const [driver, one, two] = [await register('driver'), await register('user'), await register('user')]
    const ride_id = field<string>((await post(driver.token, '/driver/rides', ride)).body, 'data._id')
    const answers = await Promise.all([one, two].map(({ token }) => post(token, '/user/bookings', { ride_id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    ['amount', { ...ride, amount: -1 }],
    ['amount', { ...ride, amount: 1.999 }],
    ['passenger_capacity', { ...ride, passenger_capacity: 0 }],
    ['source.address', { ...ride, source: { address: ' ' } }],
  ])('names a wrong %s', async (name, body) => {
    const { token } = await register('driver')
    const refused = await post(token, '/driver/rides', body)
    expect([refused.status, problem.parse(refused.body).errors?.[0]?.field]).toEqual([400, name])
  })

  it('is for the right role, and for nobody who is not signed in', async () => {
    const [driver, rider] = [await register('driver'), await register('user')]
    expect((await post(rider.token, '/driver/rides', ride)).status).toBe(403)
    expect((await post(driver.token, '/user/bookings', { ride_id: 'a' })).status).toBe(403)
    expect((await post(rider.token, '/user/bookings', { ride_id: 'unknown' })).status).toBe(404)
    expect((await post(rider.token, '/driver/request-re-verification')).status).toBe(403)
    for (const path of ['/driver/rides', '/user/bookings', '/user/bookings/status', '/driver/request-re-verification'])
      expect((await server.call('POST', path, { body: {} })).status).toBe(401)
    for (const path of ['/user/profile', '/user/bookings', '/user/open-rides', '/user/support'])
      expect((await server.call('GET', path)).status).toBe(401)
  })
})
