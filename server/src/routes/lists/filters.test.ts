import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { dayKey, readDays, todayIn, type Booking, type Driver } from '@interline/shared/contract'
import { booking, driver, driverRide, listAnswer } from '@interline/shared/contract/schemas'
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

  it('keep drivers by verification and re-verification', async () => {
    const unverified = drivers.filter((each) => !each.is_driver_profile_approved)
    expect(await found('/admin/drivers', { verified: 'false' })).toEqual(idsOf(unverified))
    const pending = drivers.filter((each) => each.reverify_status === 'Pending')
    expect(await found('/admin/drivers', { reverify_status: 'Pending' })).toEqual(idsOf(pending))
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
    const week = readDays('last-week', todayIn(tz)) ?? {}
    expect(await found('/admin/user/rides', { created: 'last-week', tz })).toEqual(
      await found('/admin/user/rides', { created: `${week.from}..${week.to}`, tz }),
    )
  })

  it.each([
    ['/admin/drivers', 'missing=passport'],
    ['/admin/driver/rides', 'amount=a..b'],
    ['/admin/user/rides', 'created=2026-02-30..'],
    ['/admin/user/rides', 'source='],
  ])('of %s refuse %s', async (path, query) => {
    expect((await get(`${path}?${query}`)).status).toBe(400)
  })
})
