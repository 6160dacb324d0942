import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  booking,
  dayKey,
  driver,
  driverRide,
  listAnswer,
  periods,
  readDays,
  todayIn,
  type Booking,
  type Driver,
} from '@interline/shared/contract'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnBothDatabases('the filters of lists on %s', (database) => {
  let server: TestServer
  let token: string
  let drivers: Driver[]
  let bookings: Booking[]
  beforeAll(async () => {
    server = await startTestServer(database)
    token = await server.signIn()
    drivers = listAnswer(driver).parse((await get('/admin/drivers')).body).data
    bookings = listAnswer(booking).parse((await get('/admin/user/rides')).body).data
  })
  afterAll(() => server.close())

  const get = (path: string) => server.call('GET', path, { token })
  const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id).sort()
  const found = async (path: string, query: Record<string, string>) => {
    const { status, body } = await get(`${path}?${new URLSearchParams({ page_size: '200', ...query }).toString()}`)
    expect(status).toBe(200)
    const rows = path === '/admin/drivers' ? driver : path === '/admin/user/rides' ? booking : driverRide
    return idsOf(listAnswer(rows as z.ZodType<{ _id: string }>).parse(body).data)
  }

  it('keep drivers without a document, or without any', async () => {
    const fields = ['driving_licence', 'car_document', 'car_insurance'] as const
    for (const field of fields) {
      const missing = drivers.filter((each) => each[field] === null)
      expect(missing.length).toBeGreaterThan(0)
      expect(await found('/admin/drivers', { missing: field })).toEqual(idsOf(missing))
    }
    const any = drivers.filter((each) => fields.some((field) => each[field] === null))
    expect(await found('/admin/drivers', { missing: 'any' })).toEqual(idsOf(any))
  })

  it('keep a corridor by words of both places', async () => {
    const ride = bookings[0]?.ride
    const city = (address: string | null | undefined) => /, ([^,]+), [A-Z]{2}/.exec(address ?? '')?.[1] ?? ''
    const [source, destination] = [city(ride?.source.address), city(ride?.destination.address)]
    const has = (text: string | null | undefined, words: string) =>
      words.split(' ').every((word) => (text ?? '').toLowerCase().includes(word.toLowerCase()))
    const wanted = bookings.filter(
      (each) => has(each.ride?.source.address, source) && has(each.ride?.destination.address, destination),
    )
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.length).toBeLessThan(bookings.length)
    expect(await found('/admin/user/rides', { source, destination: destination.toUpperCase() })).toEqual(idsOf(wanted))
    // What stands at the other end alone does not count.
    const swapped = bookings.filter(
      (each) => has(each.ride?.source.address, destination) && has(each.ride?.destination.address, source),
    )
    expect(await found('/admin/user/rides', { source: destination, destination: source })).toEqual(idsOf(swapped))
  })

  it('keep amounts in dollars, both ends among them', async () => {
    const amounts = bookings.flatMap((each) => each.ride?.amount ?? []).sort((a, b) => a - b)
    const [from = 0, to = 0] = [amounts[5], amounts[15]]
    const within = (low: number, high: number) =>
      idsOf(bookings.filter(({ ride }) => ride?.amount != null && ride.amount >= low && ride.amount <= high))
    expect(await found('/admin/user/rides', { amount: `${from}..${to}` })).toEqual(within(from, to))
    expect(await found('/admin/user/rides', { amount: `${to}..`, sort: 'ride.amount' })).toEqual(within(to, Infinity))
    expect(await found('/admin/user/rides', { amount: `..${from}` })).toEqual(within(0, from))
  })

  it('keep days of a time zone, with others of the list beside them', async () => {
    const tz = 'America/Chicago'
    const days = bookings.map(({ createdAt }) => dayKey(createdAt, tz) ?? '').sort()
    const [from = '', to = ''] = [days[4], days[20]]
    const wanted = bookings.filter(({ createdAt }) => {
      const day = dayKey(createdAt, tz) ?? ''
      return day >= from && day <= to
    })
    expect(await found('/admin/user/rides', { created: `${from}..${to}`, tz })).toEqual(idsOf(wanted))
    expect(await found('/admin/user/rides', { created: `${from}..${to}`, tz, status: 'Pending' })).toEqual(
      idsOf(wanted.filter(({ status }) => status === 'Pending')),
    )
    const ofPeriods = await Promise.all(
      periods.map(async (period) => {
        const { from, to } = readDays(period, todayIn(tz)) ?? {}
        const rows = await found('/admin/user/rides', { created: period, tz })
        expect(rows).toEqual(await found('/admin/user/rides', { created: `${from}..${to}`, tz }))
        return rows.length
      }),
    )
    expect(Math.min(...ofPeriods)).toBeLessThan(bookings.length)
  })

  it.each([
    ['/admin/drivers', 'missing=passport'],
    ['/admin/driver/rides', 'amount=..'],
    ['/admin/driver/rides', 'amount=a..b'],
    ['/admin/user/rides', 'created=2026-02-30..'],
    ['/admin/user/rides', 'created=0001-01-01..'],
    ['/admin/user/rides', 'source='],
  ])('of %s refuse %s', async (path, query) => {
    expect((await get(`${path}?${query}`)).status).toBe(400)
  })
})
