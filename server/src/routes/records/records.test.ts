import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answer,
  booking,
  bookingRecord,
  driver,
  driverRecord,
  driverRide,
  listAnswer,
  partAnswer,
  timelineEntry,
  userRecord,
} from '@interline/shared/contract/schemas'
import { describeOnDatabase } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnDatabase('one person and one booking on %s', (database) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '20' })
    token = await server.signIn()
  })
  afterAll(() => server.close())

  const get = async (path: string, as = token) => server.call('GET', path, { token: as })
  const bookings = async () => listAnswer(booking).parse((await get('/admin/user/rides')).body).data
  const oneBooking = async () => {
    const [one] = await bookings()
    if (!one?.user || !one.driver) throw new Error('no booking in the demo data')
    return { ...one, user: one.user, driver: one.driver }
  }
  const timeline = async (_id: string, query = '') =>
    partAnswer(timelineEntry).parse((await get(`/admin/records/bookings/${_id}/timeline${query}`)).body)

  it.each(['drivers/x', 'users/x', 'bookings/x', 'bookings/x/timeline'])(
    'knows nobody by %s, and refuses what is no id',
    async (path) => {
      expect((await get(`/admin/records/${path}`)).status).toBe(404)
      expect((await get(`/admin/records/${path.replace('x', 'no%20id')}`)).status).toBe(400)
    },
  )

  it('is for every role, and for no driver or user by the kind of another', async () => {
    const { user, driver: who } = await oneBooking()
    const viewer = await server.signIn('jonas@interline.test')
    expect((await get(`/admin/records/users/${user._id}`, viewer)).status).toBe(200)
    expect((await get(`/admin/records/drivers/${user._id}`)).status).toBe(404)
    expect((await get(`/admin/records/users/${who._id}`)).status).toBe(404)
  })

  it('has the person as the list has them, their chat in one line and who changed them last', async () => {
    const listed = listAnswer(driver).parse((await get('/admin/drivers')).body).data
    const [one] = listed
    if (!one) throw new Error('no driver in the demo data')
    await server.db.updateTable('people').set({ changedAt: null, changedBy: null }).where('_id', '=', one._id).execute()
    const read = async () => answer(driverRecord).parse((await get(`/admin/records/drivers/${one._id}`)).body).data
    const { full_name, email, revision } = one
    expect(await read()).toMatchObject({ full_name, email, revision, changed: null })
    const body = { driver_id: one._id, is_driver_profile_approved: !one.is_driver_profile_approved }
    await server.call('POST', '/admin/verify-driver', { token, body })
    expect((await read()).changed?.by).toBe('Maya Lindqvist')

    const { partyId, lastSeq } = await server.db
      .selectFrom('conversations')
      .innerJoin('people', 'people._id', 'partyId')
      .select(['partyId', 'lastSeq'])
      .where('role', '=', 'user')
      .executeTakeFirstOrThrow()
    const { data } = answer(userRecord).parse((await get(`/admin/records/users/${partyId}`)).body)
    expect(data.chat?.messages).toBe(lastSeq)
    expect(data.chat?.last_message).not.toBe('')
  })

  it('lists the rides and bookings of one person, and no others', async () => {
    const { driver: who, user } = await oneBooking()
    const all = await bookings()
    const list = async (query: string) =>
      listAnswer(booking)
        .parse((await get(`/admin/user/rides?${query}`)).body)
        .data.map(({ _id }) => _id)
    const expected = (matches: (one: (typeof all)[number]) => boolean) => all.filter(matches).map(({ _id }) => _id)
    expect(await list(`driver_id=${who._id}`)).toEqual(expected((one) => one.driver?._id === who._id))
    expect(await list(`user_id=${user._id}`)).toEqual(expected((one) => one.user?._id === user._id))
    const rides = listAnswer(driverRide).parse((await get(`/admin/driver/rides?driver_id=${who._id}`)).body).data
    expect(rides.length).toBeGreaterThan(0)
    expect(new Set(rides.map((ride) => ride.driver?._id))).toEqual(new Set([who._id]))
    expect((await get('/admin/driver/rides?driver_id=not+an+id')).status).toBe(400)
  })

  it('tells who brought a booking from which status to which, in parts, down to who booked it', async () => {
    const { _id, user } = await oneBooking()
    const { data } = answer(bookingRecord).parse((await get(`/admin/records/bookings/${_id}`)).body)
    expect(data).toMatchObject({ _id, user: { _id: user._id }, ride_id: expect.any(String) as string })
    for (const status of ['Started', 'Completed', 'Canceled'])
      expect((await server.call('POST', '/admin/ride/status', { token, body: { _id, status } })).status).toBe(200)
    const { data: steps } = await timeline(_id)
    expect(steps.map(({ act, from, to }) => [act, from, to]).slice(0, 2)).toEqual([
      ['change-status', 'Completed', 'Canceled'],
      ['change-status', 'Started', 'Completed'],
    ])
    expect(steps[0]?.by).toMatchObject({ full_name: 'Maya Lindqvist', role: 'admin' })
    expect(steps.at(-1)).toMatchObject({ act: 'book', at: data.createdAt, by: { _id: user._id, role: 'user' } })
    const first = await timeline(_id, '?limit=2')
    const rest = await timeline(_id, `?limit=100&before=${first.meta.next}`)
    expect([...first.data, ...rest.data]).toEqual(steps)
    expect(rest.meta.next).toBeUndefined()
    expect((await get(`/admin/records/bookings/${_id}/timeline?before=then`)).status).toBe(400)
  })

  it('knows the last change of a booking also where the audit no longer has it', async () => {
    const _id = (await bookings())[1]?._id ?? ''
    const at = new Date('2024-01-02T03:04:05.000Z')
    const { _id: changedBy } = await server.db
      .selectFrom('people')
      .select('_id')
      .where('role', '=', 'admin')
      .where('full_name', '=', 'Theo Marchetti')
      .executeTakeFirstOrThrow()
    await server.db.updateTable('bookings').set({ changedAt: at, changedBy }).where('_id', '=', _id).execute()
    const { data } = await timeline(_id)
    expect(data.map(({ act }) => act)).toEqual(['change-status', 'book'])
    expect(data[0]).toMatchObject({ at: at.toISOString(), from: null, by: { full_name: 'Theo Marchetti' } })
  })

  it('reads each part of a page from an index', async () => {
    const { driver: who, user, _id } = await oneBooking()
    const questions = [
      `select "createdAt", serial from driver_rides where "driverId" = '${who._id}' order by "createdAt" desc, serial desc limit 11`,
      `select "createdAt", serial from bookings where "driverId" = '${who._id}' order by "createdAt" desc, serial desc limit 11`,
      `select "createdAt", serial from bookings where "userId" = '${user._id}' order by "createdAt" desc, serial desc limit 11`,
      `select _id from notes where resource = 'driver' and "targetId" = '${who._id}' order by serial desc limit 21`,
      `select _id from audit where resource = 'booking' and "targetId" = '${_id}' order by at desc, sequence desc limit 21`,
    ]
    for (const question of questions) {
      const plan = await server.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        await sql`set local enable_sort = off`.execute(tx)
        return (await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(question)}`.execute(tx)).rows
      })
      const text = plan.map((row) => row['QUERY PLAN']).join('\n')
      expect(text, question).toMatch(/Index (Only )?Scan/)
      expect(text, question).not.toContain('Sort')
    }
  })
})
