import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostFound } from '@interline/shared/contract'
import { answer, problem, recordSearch } from '@interline/shared/contract/schemas'
import { newId } from '../../database/ids.ts'
import { personKeys, placeKeys } from '../../database/search-keys.ts'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnBothDatabases('the search over all records on %s', (database) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer(database)
    token = await server.signIn()
    const person = { passwordHash: null, address: null, changedBy: null, changedAt: null, platform: null }
    const ada = { ...person, full_name: 'Ada Quillfeather', phone: '+1 (210) 555-0154', createdAt: new Date() }
    const driver = { ...ada, _id: 'quill-driver', email: 'ada@drive.test', driving_licence_number: 'TXQ-778-12' }
    const user = { ...ada, _id: 'quill-user', email: 'ada.q@ride.test', phone: null }
    await server.db
      .insertInto('people')
      .values([
        { ...driver, ...personKeys(driver), role: 'driver' },
        { ...user, ...personKeys(user), role: 'user' },
      ])
      .execute()
    const ride = { source: 'Xanadu, 1 Kubla Street', destination: 'Alph, 2 River Road', createdAt: new Date() }
    await server.db
      .insertInto('driver_rides')
      .values({ ...ride, ...placeKeys(ride), _id: 'quill-ride', driverId: driver._id })
      .execute()
    const bookings = Array.from({ length: mostFound + 1 }, (_, n) => ({
      ...{ userId: user._id, driverId: driver._id, rideId: 'quill-ride', status: 'Pending' as const },
      _id: n === 0 ? bookingId : newId(),
      createdAt: new Date(Date.now() - n * 60_000),
    }))
    await server.db.insertInto('bookings').values(bookings).execute()
  })
  afterAll(() => server.close())

  const bookingId = newId()
  const search = async (q: string) => {
    const { status, body } = await server.call('GET', `/admin/search?q=${encodeURIComponent(q)}`, { token })
    expect(status).toBe(200)
    return answer(recordSearch).parse(body).data
  }

  it.each([
    ['a name in any order', 'quillfeather ada', 1, 1],
    ['the digits of a phone', '2105550154', 1, 0],
    ['a mail address', 'ada.q@ride', 0, 1],
    ['a licence number', 'txq-778', 1, 0],
  ])('finds people by %s', async (_, q, drivers, users) => {
    const found = await search(q)
    expect(found.drivers).toHaveLength(drivers)
    expect(found.users).toHaveLength(users)
    if (drivers) expect(found.drivers?.[0]).toMatchObject({ _id: 'quill-driver', driving_licence_number: 'TXQ-778-12' })
    if (users) expect(found.users?.[0]).toMatchObject({ _id: 'quill-user', email: 'ada.q@ride.test' })
  })

  it.each(['quillfeather', 'kubla street', 'alph xanadu'])('finds the newest bookings by %s', async (q) => {
    const { bookings } = await search(q)
    expect(bookings).toHaveLength(mostFound)
    expect(bookings?.[0]).toMatchObject({ _id: bookingId, user: { _id: 'quill-user', full_name: 'Ada Quillfeather' } })
    const times = bookings?.map(({ createdAt }) => createdAt) ?? []
    expect(times).toEqual([...times].sort().reverse())
  })

  it('finds one booking by its id, and nothing where nothing is', async () => {
    const { bookings, drivers } = await search(bookingId)
    expect(bookings?.map(({ _id }) => _id)).toEqual([bookingId])
    expect(drivers).toEqual([])
    expect(await search('nobody is called this')).toEqual({ drivers: [], users: [], bookings: [] })
  })

  it.each(['', '?q=', '?q=%20%20', `?q=${'a'.repeat(201)}`])('refuses "%s" and names q', async (query) => {
    const { status, body } = await server.call('GET', `/admin/search${query}`, { token })
    expect(status).toBe(400)
    expect(problem.parse(body).errors?.map(({ field }) => field)).toEqual(['q'])
  })
})
