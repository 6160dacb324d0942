import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { dayKey } from '@interline/shared/contract'
import { booking, driver, driverRide, listAnswer, problem, user } from '@interline/shared/contract/schemas'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const driverSortKeys = [
  'full_name',
  'createdAt',
  'is_driver_profile_approved',
  'reverify_status',
  'stripe_connect_id',
] as const

const userSortKeys = ['full_name', 'createdAt', 'phone', 'email'] as const

const driverRideSortKeys = [
  'driver.full_name',
  'source.address',
  'destination.address',
  'createdAt',
  'ride_time',
  'amount',
  'passenger_capacity',
] as const

const bookingSortKeys = [
  'user.full_name',
  'ride.source.address',
  'ride.destination.address',
  'driver.full_name',
  'createdAt',
  'ride.ride_time',
  'ride.amount',
  'status',
] as const

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
        `cursor=${forged(['-createdAt', 'next', '2024-02-30 00:00:00+00', '1', 1])}`,
        `cursor=${forged(['-createdAt', 'next', '2024-02-01 00:00:00+99', '1', 1])}`,
        `cursor=${forged({})}`,
      ]) {
        const { status, body } = await server.call('GET', `${path}?${query}`, { token })
        expect(status, query).toBe(400)
        expect(problem.parse(body).errors?.map(({ field }) => field)).toEqual(['cursor'])
      }
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
      ['date', 'date=0000-01-01'],
      ['date', 'date=2024-2-3'],
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

    it.each(['date=2024-02-30', 'date=0000-01-01'])('refuses %s for a file too', async (query) => {
      const { status, body } = await server.call('GET', `${path}.csv?${query}`, { token })
      expect(status).toBe(400)
      expect(problem.parse(body).errors?.map(({ field }) => field)).toEqual(['date'])
    })

    it.each([
      'date=0001-01-01',
      'date=2011-12-30&tz=Pacific/Apia',
      'date=9999-12-31&tz=Asia/Tokyo',
      'q=%25',
      'page=100&page_size=100',
    ])('has an answer, if an empty one, to %s', async (query) => {
      expect((await get(`${path}?${query}`, row)).data).toEqual([])
    })
  })

  it('sorts ride times by the clock and not by the letters', async () => {
    const { data } = await get('/admin/driver/rides?sort=ride_time', driverRide)
    const minutes = data.map((found) => {
      const [, hour, minute, half] = /^(\d\d):(\d\d) ([AP]M)$/.exec(driverRide.parse(found).ride_time ?? '') ?? []
      return (Number(hour) % 12) * 60 + Number(minute) + (half === 'PM' ? 720 : 0)
    })
    expect(minutes).toEqual([...minutes].sort((a, b) => a - b))
  })
})
