import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayKey } from '@interline/shared/contract'
import {
  activity,
  answer,
  attention,
  booking,
  dashboardAnalysis,
  listAnswer,
  problem,
  trends,
  user,
} from '@interline/shared/contract/schemas'
import { describeOnDatabase } from '../testing/services.ts'
import { field, startTestServer, type TestServer } from '../testing/test-server.ts'

const paths = {
  attention: '/admin/dashboard/attention',
  trends: '/admin/dashboard/trends?tz=Asia/Kathmandu',
  activity: '/admin/dashboard/activity?from=2024-01-01&to=2024-01-31',
}

describeOnDatabase('the dashboard on %s', (database) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '60' })
    token = await server.signIn()
  })
  afterAll(() => server.close())

  const get = async (path: string) => (await server.call('GET', path, { token })).body
  const attentionNow = async () => answer(attention).parse(await get(paths.attention)).data
  const totalOf = async (path: string) => field<number>(await get(path), 'meta.total')
  const activityOf = async (from: string, to: string, tz: string) =>
    answer(activity).parse(await get(`/admin/dashboard/activity?from=${from}&to=${to}&tz=${tz}`)).data
  const setStatus = async (_id: string | undefined, status: string) =>
    expect((await server.call('POST', '/admin/ride/status', { token, body: { _id, status } })).status).toBe(200)

  it.each(Object.values(paths))('GET %s is for administrators who are signed in, of every role', async (path) => {
    expect((await server.call('GET', path)).status).toBe(401)
    const viewer = await server.signIn('jonas@interline.test')
    expect((await server.call('GET', path, { token: viewer })).status).toBe(200)
  })

  it.each([
    ['from=2024-01-31&to=2024-01-01', 'to'],
    ['from=2024-01-01&to=2025-01-01', 'from'],
    ['from=2024-02-30&to=2024-03-01', 'from'],
    ['from=1969-12-31&to=1970-01-01', 'from'],
    ['from=2024-01-01', 'to'],
    ['from=2024-01-01&to=2024-01-02&tz=Mars/Olympus', 'tz'],
  ])('refuses the period %s and names %s', async (query, name) => {
    const { status, body } = await server.call('GET', `/admin/dashboard/activity?${query}`, { token })
    expect([status, problem.parse(body).errors?.[0]?.field]).toEqual([400, name])
  })

  it('§2 counts what the lists have', async () => {
    const { data } = answer(dashboardAnalysis).parse(await get('/admin/dashboard/analysis?tz=America/Chicago'))
    const users = listAnswer(user).parse(await get('/admin/users')).data
    const today = dayKey(new Date(), 'America/Chicago')
    expect(data).toMatchObject({
      ...{ user_count: 60, driver_count: 60, created_rides: 60 },
      completed_rides: await totalOf('/admin/user/rides?status=Completed'),
      booking_count: await totalOf('/admin/user/rides?page=1'),
      today_registered_users: users.filter((one) => dayKey(one.createdAt, 'America/Chicago') === today).length,
    })
    expect(data.android_users + data.ios_users).toBe(60)
    expect(data.weekly_registered_users).toBeGreaterThanOrEqual(data.today_registered_users)
    expect((await server.call('GET', '/admin/dashboard/analysis?tz=x', { token })).status).toBe(400)
  })

  it('counts as waiting exactly the rows of the list that each figure leads to', async () => {
    const now = await attentionNow()
    expect(now.drivers.count).toBe(await totalOf('/admin/drivers?page=1&waiting=verification'))
    expect(now.reverifications.count).toBe(await totalOf('/admin/drivers?page=1&reverify_status=Pending'))
    expect(now.pending.count).toBe(await totalOf('/admin/user/rides?page=1&hanging=Pending'))
    expect(now.started.count).toBe(await totalOf('/admin/user/rides?page=1&hanging=Started'))
    expect(now.drivers.count * now.pending.count * now.chats.count).toBeGreaterThan(0)
    expect(now.chats.count).toBe(await totalOf('/user/chat-list?show=unanswered&page_size=1'))
    const radar = field<unknown[]>(await get('/admin/drivers/expiring?tz=UTC&page_size=100'), 'data.documents')
    expect(now.documents.count).toBe(radar.length)
    const waiting = await get('/admin/drivers?page=1&waiting=verification&sort=createdAt')
    expect(now.drivers.oldest).toBe(field<{ createdAt: string }[]>(waiting, 'data')[0]?.createdAt)
  })

  it('a booking hangs when it is pending, or started, for more than a day', async () => {
    const { data } = listAnswer(booking).parse(await get('/admin/user/rides?page=1&hanging=Pending&sort=createdAt'))
    const before = await attentionNow()
    await setStatus(data[0]?._id, 'Started')
    const justStarted = await attentionNow()
    expect(justStarted.pending.count).toBe(before.pending.count - 1)
    expect(justStarted.started.count).toBe(before.started.count)
    const changedAt = new Date(Date.now() - 25 * 3_600_000)
    await server.db
      .updateTable('bookings')
      .set({ changedAt })
      .where('_id', '=', data[0]?._id ?? '')
      .execute()
    const longAgo = await attentionNow()
    expect(longAgo.started.count).toBe(before.started.count + 1)
    const list = listAnswer(booking).parse(await get('/admin/user/rides?page=1&hanging=Started')).data
    expect(list.map(({ _id }) => _id)).toContain(data[0]?._id)
  })

  it('counts no further than 10,000, and says that there are more', async () => {
    await sql`insert into people (_id, role, full_name, "nameKey", "searchText", "createdAt", car_document)
      select 'many' || n, 'driver', 'D', 'D', 'D', '2001-01-01T00:00:00Z', 'uploads/x.pdf'
      from generate_series(1, 10001) n`.execute(server.db)
    expect((await attentionNow()).drivers).toEqual({ count: 10_000, isMore: true, oldest: '2001-01-01T00:00:00.000Z' })
    await sql`update people set is_driver_profile_approved = true where _id like 'many%'`.execute(server.db)
    expect((await attentionNow()).drivers.isMore).toBe(false)
  })

  it.each(['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
    'counts by the days of %s',
    async (tz) => {
      const today = dayKey(new Date(), tz) ?? ''
      const from = addDays(today, -30)
      const { days, corridors } = await activityOf(from, today, tz)
      expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, at) => addDays(from, at)))
      const rows = listAnswer(booking).parse(await get('/admin/user/rides')).data
      const users = listAnswer(user).parse(await get('/admin/users')).data
      for (const { day, users: registered, bookings } of days) {
        expect(registered, day).toBe(users.filter(({ createdAt }) => dayKey(createdAt, tz) === day).length)
        expect(bookings, day).toBe(rows.filter(({ createdAt }) => dayKey(createdAt, tz) === day).length)
      }
      const made = rows.filter(({ createdAt }) => (dayKey(createdAt, tz) ?? '') >= from)
      const cityOf = (address: string | null | undefined) => / ([^,]+, [A-Z]{2}) \d+$/.exec(address ?? '')?.[1]
      for (const { source, destination, bookings, revenue } of corridors) {
        const along = made.filter(
          ({ ride }) => cityOf(ride?.source.address) === source && cityOf(ride?.destination.address) === destination,
        )
        expect(bookings).toBe(along.length)
        const paid = along.filter(({ status }) => status === 'Completed').map(({ ride }) => ride?.amount ?? 0)
        expect(revenue).toBeCloseTo(paid.reduce((sum, amount) => sum + amount, 0))
      }
      expect(corridors.length).toBeGreaterThanOrEqual(10)
      const one = await activityOf(addDays(today, -3), addDays(today, -3), tz)
      const onThatDay = rows.filter(({ createdAt }) => dayKey(createdAt, tz) === addDays(today, -3)).length
      expect(one.corridors.reduce((sum, { bookings }) => sum + bookings, 0)).toBe(onThatDay)
    },
  )

  it('has days of 23 and 25 hours', async () => {
    for (const createdAt of [
      '2024-03-10T08:30:00Z',
      '2024-03-11T06:59:00Z',
      '2024-11-03T07:30:00Z',
      '2024-11-04T07:59:00Z',
    ])
      await sql`insert into people (_id, role, full_name, "nameKey", "searchText", "createdAt")
        values (${`dst${createdAt}`}, 'user', 'U', 'U', 'U', ${createdAt})`.execute(server.db)
    const usersOn = async (day: string) => (await activityOf(day, day, 'America/Los_Angeles')).days[0]?.users
    expect([await usersOn('2024-03-10'), await usersOn('2024-11-03')]).toEqual([2, 2])
    const march = await activityOf('2024-03-09', '2024-03-12', 'America/Los_Angeles')
    expect(march.days.map(({ users }) => users)).toEqual([0, 2, 0, 0])
    await sql`delete from people where _id like 'dst%'`.execute(server.db)
    expect(await usersOn('2024-03-10')).toBe(0)
  })

  it('a change of status counts when it is made, and no longer where it was', async () => {
    const today = dayKey(new Date(), 'UTC') ?? ''
    const sums = async () => {
      const { days, corridors } = await activityOf(addDays(today, -365), today, 'UTC')
      const sum = (name: 'completed' | 'canceled') => days.reduce((total, day) => total + day[name], 0)
      return { completed: sum('completed'), canceled: sum('canceled'), today: days.at(-1), corridors }
    }
    const { data } = listAnswer(booking).parse(await get('/admin/user/rides?page=1&status=Completed&sort=createdAt'))
    const before = await sums()
    await setStatus(data[0]?._id, 'Canceled')
    const after = await sums()
    expect(after.completed).toBe(before.completed - 1)
    expect(after.canceled).toBe(before.canceled + 1)
    expect(after.today?.canceled).toBe((before.today?.canceled ?? 0) + 1)
    await setStatus(data[0]?._id, 'Completed')
    const back = await sums()
    expect([back.completed, back.canceled]).toEqual([before.completed, before.canceled])
    expect(back.corridors).toEqual(before.corridors)
  })

  it('what the triggers summed is what the rows are', async () => {
    const read = async () => [
      (
        await sql`select * from activity where users + android + ios + drivers + rides + bookings + completed + canceled + rejected > 0
        order by slot`.execute(server.db)
      ).rows,
      (await sql`select * from corridors where bookings + completed > 0 order by 1, 2, 3`.execute(server.db)).rows,
    ]
    await sql`update driver_rides set source = '1 First St, Elsewhere, TX 70000', amount = amount + 100
      where _id in (select _id from driver_rides order by _id limit 5)`.execute(server.db)
    const before = await read()
    await sql`select rebuild_activity()`.execute(server.db)
    expect(await read()).toEqual(before)
    expect(before.flat().length).toBeGreaterThan(20)
  })

  it('tells how this week went beside the week before', async () => {
    const read = async () => answer(trends).parse(await get(paths.trends)).data
    const before = await read()
    const body = { role: 'user', full_name: 'Pat Trend', email: 'pat.trend@mail.example', password: 'a good password' }
    const { status } = await server.call('POST', '/user/auth/register', { body: { ...body, platform: 'ios' } })
    expect(status).toBeLessThan(300)
    const after = await read()
    for (const name of ['user_count', 'weekly_registered_users', 'today_registered_users', 'ios_users'] as const)
      expect(after[name]).toEqual({ ...before[name], now: before[name].now + 1 })
    expect(after.android_users).toEqual(before.android_users)
    expect(after.weekly_registered_users.now).toBe(await totalOf('/admin/users?page=1&days=7&tz=Asia/Kathmandu'))
  })

  it('lists the users of a platform and of the last days', async () => {
    const counts = await get('/admin/dashboard/analysis?tz=America/Chicago')
    for (const [query, name] of [
      ['platform=android', 'android_users'],
      ['platform=ios', 'ios_users'],
      ['days=7&tz=America/Chicago', 'weekly_registered_users'],
    ] as const)
      expect(await totalOf(`/admin/users?page=1&${query}`)).toBe(field<number>(counts, `data.${name}`))
    for (const query of ['platform=symbian', 'days=0', 'days=367'])
      expect((await server.call('GET', `/admin/users?${query}`, { token })).status).toBe(400)
    expect((await server.call('GET', '/admin/user/rides?hanging=Completed', { token })).status).toBe(400)
  })
})
