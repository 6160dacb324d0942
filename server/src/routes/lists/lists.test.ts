import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  booking,
  bookingSortKeys,
  dashboardAnalysis,
  dayKey,
  answer,
  driver,
  driverRide,
  driverRideSortKeys,
  driverSortKeys,
  listAnswer,
  notification,
  problem,
  user,
  userSortKeys,
} from '@interline/shared/contract'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const lists = [
  ['/admin/drivers', driver, driverSortKeys],
  ['/admin/users', user, userSortKeys],
  ['/admin/driver/rides', driverRide, driverRideSortKeys],
  ['/admin/user/rides', booking, bookingSortKeys],
] as const

describeOnBothDatabases('the lists on %s', (database) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer(database)
    token = await server.signIn()
  })
  afterAll(() => server.close())

  const get = async (path: string, row: z.ZodType<{ _id: string; createdAt: string }>) => {
    const { status, body } = await server.call('GET', path, { token })
    expect(status).toBe(200)
    return listAnswer(row).parse(body)
  }

  describe.each(lists)('GET %s', (path, row, sortKeys) => {
    it('§7 answers the full list, newest first and without meta, when nothing is asked', async () => {
      const { data, meta } = await get(path, row)
      expect(data).toHaveLength(30)
      expect(meta).toBeUndefined()
      expect(data.map(({ createdAt }) => createdAt)).toEqual(
        data
          .map(({ createdAt }) => createdAt)
          .sort()
          .reverse(),
      )
    })

    it.each([...sortKeys])('goes through every row once by cursor, sorted by %s up and down', async (key) => {
      for (const sort of [key, `-${key}`]) {
        const { data } = await get(`${path}?sort=${sort}&page_size=200`, row)
        const seen: string[] = []
        for (let more: string | undefined = 'page=1'; more !== undefined;) {
          const page = await get(`${path}?sort=${sort}&page_size=9&${more}`, row)
          seen.push(...page.data.map(({ _id }) => _id))
          more = page.meta?.next && `cursor=${page.meta.next}`
        }
        expect(new Set(seen).size).toBe(30)
        expect(seen).toEqual(data.map(({ _id }) => _id))
      }
    })

    it('refuses a cursor of another order, and one that was tampered with', async () => {
      const { meta } = await get(`${path}?page_size=5`, row)
      const next = meta?.next ?? ''
      const forged = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
      for (const query of [
        `sort=createdAt&cursor=${next}`,
        `cursor=${next.slice(0, -4)}`,
        `cursor=${forged(['-createdAt', 'next', "' or true", '1', 1])}`,
        `cursor=${forged(['-createdAt', 'next', null, '1', 1])}`,
        `cursor=${forged(['-createdAt', 'next', '2024-99-01 00:00:00+00', '1', 1])}`,
        `cursor=${forged(['-createdAt', 'next', '2024-02-30 00:00:00+00', '1', 1])}`,
        `cursor=${forged(['-createdAt', 'next', '0000-01-01 00:00:00+00', '1', 1])}`,
        `cursor=${forged(['-createdAt', 'next', '2024-02-01 00:00:00+99', '1', 1])}`,
        `cursor=${forged({})}`,
      ]) {
        const { status, body } = await server.call('GET', `${path}?${query}`, { token })
        expect(status, query).toBe(400)
        expect(problem.parse(body).errors?.map(({ field }) => field)).toEqual(['cursor'])
      }
    })

    it('keeps one row by id', async () => {
      const { data } = await get(path, row)
      const wanted = data[4]?._id ?? ''
      expect((await get(`${path}?id=${wanted}`, row)).data.map(({ _id }) => _id)).toEqual([wanted])
    })

    it('keeps some rows by their ids, with the list’s other filters', async () => {
      const { data } = await get(path, row)
      const [first, second, third] = [data[4]?._id ?? '', data[11]?._id ?? '', data[20]?._id ?? '']
      const idsOf = async (query: string) => (await get(`${path}?${query}`, row)).data.map(({ _id }) => _id)
      expect(await idsOf(`ids=${second},nobody,${first},${third}`)).toEqual([first, second, third])
      expect(await idsOf(`ids=${second},${first}&id=${first}`)).toEqual([first])
      expect(await idsOf(`ids=${second}&id=${first}`)).toEqual([])
      expect((await get(`${path}?ids=${first},${second}&page=2&page_size=1`, row)).meta).toEqual({
        total: 2,
        page: 2,
        page_size: 1,
        previous: expect.any(String) as string,
      })
    })

    it('§2 keeps the rows of one calendar day of the time zone', async () => {
      const { data } = await get(path, row)
      for (const tz of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
        const day = dayKey(data[10]?.createdAt, tz) ?? ''
        const expected = data.filter(({ createdAt }) => dayKey(createdAt, tz) === day).map(({ _id }) => _id)
        expect((await get(`${path}?date=${day}&tz=${tz}`, row)).data.map(({ _id }) => _id)).toEqual(expected)
      }
    })

    it.each([
      ['page', 'page=0'],
      ['page', 'page=x'],
      ['page', 'page=1&page=2'],
      ['page', 'page=201'],
      ['page', 'page=51&page_size=200'],
      ['cursor', 'cursor=x'],
      ['cursor', 'cursor=x&page=1'],
      ['page_size', 'page_size=201'],
      ['sort', 'sort=password'],
      ['sort', 'sort=toString'],
      ['date', 'date=2024-02-30'],
      ['date', 'date=2023-02-29'],
      ['date', 'date=1900-02-29'],
      ['date', 'date=2024-04-31'],
      ['date', 'date=2024-13-01'],
      ['date', 'date=2024-00-10'],
      ['date', 'date=0000-01-01'],
      ['date', 'date=2024-2-3'],
      ['date', 'date=2024-02-01T00:00:00Z'],
      ['date', 'date='],
      ['tz', 'date=2024-02-01&tz=Mars/Base'],
      ['tz', 'date=2024-02-01&tz='],
      ['id', 'id=a%20b'],
      ['ids', 'ids=a,,b'],
      ['ids', `ids=${Array.from({ length: 201 }, (_, at) => at).join(',')}`],
      ['q', 'q=%00'],
      ['q', `q=${'x'.repeat(201)}`],
    ])('refuses a bad %s by its name (%s)', async (name, query) => {
      const { status, body } = await server.call('GET', `${path}?${query}`, { token })
      expect(status).toBe(400)
      expect(problem.parse(body).errors?.map(({ field }) => field.split('.')[0])).toContain(name)
    })

    it.each(['date=2024-02-30', 'date=2023-02-29&tz=Europe/Berlin', 'date=2024-13-01', 'date=0000-01-01'])(
      'refuses %s for a file too',
      async (query) => {
        const { status, body } = await server.call('GET', `${path}.csv?${query}`, { token })
        expect(status).toBe(400)
        expect(problem.parse(body).errors?.map(({ field }) => field)).toEqual(['date'])
      },
    )

    it.each([
      'date=0001-01-01',
      'date=2000-02-29',
      'date=2011-12-30&tz=Pacific/Apia',
      'date=9999-12-31&tz=Asia/Tokyo',
      'q=%25',
      'q=_%5C',
      'page=100&page_size=100',
    ])('has an answer, if an empty one, to %s', async (query) => {
      expect((await get(`${path}?${query}`, row)).data).toEqual([])
    })

    it('takes no token that was made up', async () => {
      expect((await server.call('GET', path, { token: 'made-up' })).status).toBe(401)
    })
  })

  it('finds drivers by part of name, phone or e-mail address in any case', async () => {
    const [wanted] = (await get('/admin/drivers', driver)).data
      .map((found) => driver.parse(found))
      .filter(({ phone }) => phone)
    for (const text of [wanted?.full_name.toUpperCase(), wanted?.phone?.slice(-7), wanted?.email?.slice(0, 8)]) {
      const { data } = await get(`/admin/drivers?q=${encodeURIComponent(text ?? '')}`, driver)
      expect(data.map(({ _id }) => _id)).toContain(wanted?._id)
    }
  })

  it('finds drivers by digits of the phone, licence number, id, and names in any order', async () => {
    const [wanted] = (await get('/admin/drivers', driver)).data
      .map((found) => driver.parse(found))
      .filter(({ phone, driving_licence_number }) => phone && driving_licence_number)
    const [first = '', last = ''] = wanted?.full_name.split(' ') ?? []
    const digits = wanted?.phone?.replace(/[^0-9]/g, '') ?? ''
    expect(wanted?.phone).not.toContain(digits)
    for (const text of [
      digits,
      digits.slice(-7),
      `${digits.slice(-7, -4)} ${digits.slice(-4)}`,
      wanted?.driving_licence_number?.toLowerCase(),
      wanted?._id,
      `${last} ${first}`,
    ]) {
      const { data } = await get(`/admin/drivers?q=${encodeURIComponent(text ?? '')}`, driver)
      expect(
        data.map(({ _id }) => _id),
        text,
      ).toContain(wanted?._id)
    }
    expect((await get(`/admin/drivers?q=${wanted?._id}`, driver)).data).toHaveLength(1)
  })

  it('finds bookings by user, driver and place, and keeps one status', async () => {
    const [wanted] = (await get('/admin/user/rides', booking)).data.map((found) => booking.parse(found))
    for (const text of [wanted?.user?.full_name, wanted?.driver?.full_name, wanted?.ride?.destination.address]) {
      expect(
        (await get(`/admin/user/rides?q=${encodeURIComponent(text ?? '')}`, booking)).data.map(({ _id }) => _id),
      ).toContain(wanted?._id)
    }
    const words = `${wanted?.driver?.full_name} ${wanted?.user?.full_name}`
    expect((await get(`/admin/user/rides?q=${encodeURIComponent(words)}`, booking)).data[0]?._id).toBe(wanted?._id)
    const { data } = await get(`/admin/user/rides?status=${wanted?.status}`, booking)
    expect(new Set(data.map((found) => booking.parse(found).status))).toEqual(new Set([wanted?.status]))
  })

  it('keeps drivers by verification and re-verification', async () => {
    const all = (await get('/admin/drivers', driver)).data.map((found) => driver.parse(found))
    expect((await get('/admin/drivers?verified=false', driver)).data).toHaveLength(
      all.filter((found) => !found.is_driver_profile_approved).length,
    )
    expect((await get('/admin/drivers?reverify_status=Pending', driver)).data).toHaveLength(
      all.filter((found) => found.reverify_status === 'Pending').length,
    )
  })

  it('sorts ride times by the clock and not by the letters', async () => {
    const { data } = await get('/admin/driver/rides?sort=ride_time', driverRide)
    const minutes = data.map((found) => {
      const [, hour, minute, half] = /^(\d\d):(\d\d) ([AP]M)$/.exec(driverRide.parse(found).ride_time ?? '') ?? []
      return (Number(hour) % 12) * 60 + Number(minute) + (half === 'PM' ? 720 : 0)
    })
    expect(minutes).toEqual([...minutes].sort((a, b) => a - b))
  })

  it('§2 counts the dashboard from the rows', async () => {
    const { body } = await server.call('GET', '/admin/dashboard/analysis?tz=America/Chicago', { token })
    const { data } = answer(dashboardAnalysis).parse(body)
    const users = (await get('/admin/users', user)).data
    const today = dayKey(new Date(), 'America/Chicago')
    const completed = (await get('/admin/user/rides?status=Completed', booking)).meta?.total
    const booked = (await get('/admin/user/rides?page=1', booking)).meta?.total
    expect(data).toMatchObject({ user_count: 30, driver_count: 30, created_rides: 30 })
    expect(data).toMatchObject({ completed_rides: completed, booking_count: booked })
    expect(data.today_registered_users).toBe(
      users.filter(({ createdAt }) => dayKey(createdAt, 'America/Chicago') === today).length,
    )
    expect(data.android_users + data.ios_users).toBe(30)
    expect(data.weekly_registered_users).toBeGreaterThanOrEqual(data.today_registered_users)
    expect((await server.call('GET', '/admin/dashboard/analysis?tz=x', { token })).status).toBe(400)
  })

  it('§7 lists notifications, and remembers for each administrator what was read', async () => {
    const list = async (as: string) =>
      answer(notification.array())
        .parse((await server.call('GET', '/admin/notification/list', { token: as })).body)
        .data.map(({ read }) => read)
    expect(new Set(await list(token))).toEqual(new Set([false]))
    expect((await server.call('POST', '/admin/notification/mark-read', { token })).status).toBe(200)
    expect(new Set(await list(token))).toEqual(new Set([true]))
    expect(new Set(await list(await server.signIn('theo@interline.test')))).toEqual(new Set([false]))
  })
})
