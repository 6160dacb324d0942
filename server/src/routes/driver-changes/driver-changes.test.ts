import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Booking, Driver } from '@interline/shared/contract'
import { booking, driver, listAnswer, problem } from '@interline/shared/contract/schemas'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnBothDatabases('changes by administrators on %s', (database) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '40' })
    token = await server.signIn()
  })
  afterAll(() => server.close())

  const post = (path: string, body: object) => server.call('POST', path, { token, body })
  const drivers = async () =>
    listAnswer(driver).parse((await server.call('GET', '/admin/drivers', { token })).body).data
  const findDriver = async (matches: (found: Driver) => boolean) => {
    const found = (await drivers()).find(matches)
    if (!found) throw new Error('no such driver in the demo data')
    return found
  }
  const readDriver = (_id: string) => findDriver((found) => found._id === _id)
  const notifications = async () =>
    (await server.call('GET', '/admin/notification/list', { token: await server.signIn('theo@interline.test') })).text

  it.each([
    [
      '/admin/verify-driver',
      { driver_id: 'a'.repeat(24), is_driver_profile_approved: true },
      { driver_id: 'x', is_driver_profile_approved: 'yes' },
      'is_driver_profile_approved',
    ],
    ['/admin/re-verify-driver', { _id: 'a'.repeat(24) }, { _id: 5 }, '_id'],
    [
      '/admin/connect-driver',
      { _id: 'a'.repeat(24), driver_connect_id: 'acct_1' },
      { _id: 'x', driver_connect_id: ' \u200B' },
      'driver_connect_id',
    ],
    ['/admin/ride/status', { _id: 'a'.repeat(24), status: 'Pending' }, { _id: 'x', status: 'Lost' }, 'status'],
  ])('%s knows nobody made up, and names what is wrong', async (path, unknown, wrong, name) => {
    expect((await post(path, unknown)).status).toBe(404)
    const refused = await post(path, wrong)
    expect(refused.status).toBe(400)
    expect(problem.parse(refused.body).errors?.map(({ field }) => field)).toContain(name)
  })

  it('§4 verifies and removes verification, says so, and may be repeated', async () => {
    const { _id, is_driver_profile_approved: before, full_name } = await findDriver(() => true)
    const change = (is_driver_profile_approved: boolean) =>
      post('/admin/verify-driver', { driver_id: _id, is_driver_profile_approved })
    for (const [target, revision] of [
      [!before, 2],
      [before, 3],
    ] as const) {
      for (let time = 0; time < 2; time++) expect((await change(target)).body).toEqual({ success: true })
      expect(await readDriver(_id)).toMatchObject({ is_driver_profile_approved: target, revision })
    }
    expect(await notifications()).toContain(full_name)
  })

  it('§4 refuses a change of what somebody else changed meanwhile, and says who', async () => {
    const seen = await findDriver((found) => found.revision === 1)
    const theo = await server.signIn('theo@interline.test')
    const target = !seen.is_driver_profile_approved
    await server.call('POST', '/admin/verify-driver', {
      token: theo,
      body: { driver_id: seen._id, is_driver_profile_approved: target },
    })
    const late = await post('/admin/verify-driver', {
      driver_id: seen._id,
      is_driver_profile_approved: !target,
      revision: seen.revision,
    })
    expect(late.status).toBe(409)
    expect(problem.parse(late.body)).toMatchObject({ changed_by: 'Theo Marchetti' })
    expect(Date.now() - Date.parse(problem.parse(late.body).changed_at ?? '')).toBeLessThan(60_000)
    const already = await post('/admin/verify-driver', {
      driver_id: seen._id,
      is_driver_profile_approved: target,
      revision: seen.revision,
    })
    expect(already.status).toBe(200)
  })

  it('§4 approves a re-verification that was asked for, and only such a one', async () => {
    const pending = await findDriver(({ reverify_status }) => reverify_status === 'Pending')
    expect((await post('/admin/re-verify-driver', { _id: pending._id })).status).toBe(200)
    expect((await readDriver(pending._id)).reverify_status).toBe('Approved')
    expect((await post('/admin/re-verify-driver', { _id: pending._id })).status).toBe(200)
    const quiet = await findDriver(({ reverify_status }) => reverify_status === '')
    expect((await post('/admin/re-verify-driver', { _id: quiet._id })).status).toBe(409)
  })

  it('§7 connects by driver_connect_id, without the spaces around it, and never over another id', async () => {
    const { _id } = await findDriver(({ stripe_connect_id }) => stripe_connect_id === null)
    expect((await post('/admin/connect-driver', { _id, driver_connect_id: '  acct_9TEST ' })).status).toBe(200)
    expect((await readDriver(_id)).stripe_connect_id).toBe('acct_9TEST')
    expect((await post('/admin/connect-driver', { _id, driver_connect_id: 'acct_9TEST' })).status).toBe(200)
    expect((await post('/admin/connect-driver', { _id, driver_connect_id: 'acct_other' })).status).toBe(409)
  })

  it('§4 sets any status of a booking from any other', async () => {
    const bookings = async (): Promise<Booking[]> =>
      listAnswer(booking).parse((await server.call('GET', '/admin/user/rides', { token })).body).data
    const [first] = await bookings()
    for (const status of ['Completed', 'Pending', 'Rejected', 'Started', 'Canceled', 'Accepted', 'Accepted']) {
      expect((await post('/admin/ride/status', { _id: first?._id, status })).body).toEqual({ success: true })
      expect((await bookings())[0]?.status).toBe(status)
    }
    expect((await post('/admin/ride/status', { _id: first?._id, status: 'Pending', revision: 1 })).status).toBe(409)
    expect(await notifications()).toContain('Booking changed')
  })

  it('§6 lets no driver or user do any of it', async () => {
    const { email } = await findDriver(({ email: address }) => address !== null)
    const { body } = await server.call('POST', '/user/auth/login', { body: { email, password: 'interline-demo' } })
    const text = JSON.stringify(body)
    const driverToken = /"token":"([^"]+)"/.exec(text)?.[1] ?? ''
    expect((await server.call('GET', '/user/profile', { token: driverToken })).status).toBe(200)
    for (const path of [
      '/admin/verify-driver',
      '/admin/re-verify-driver',
      '/admin/connect-driver',
      '/admin/edit-profile/driver',
      '/admin/ride/status',
      '/admin/notification/mark-read',
    ]) {
      expect((await server.call('POST', path, { token: driverToken, body: {} })).status, path).toBe(403)
    }
    for (const path of [
      '/admin/drivers',
      '/admin/users',
      '/admin/driver/rides',
      '/admin/user/rides',
      '/admin/dashboard/analysis',
      '/admin/notification/list',
    ]) {
      expect((await server.call('GET', path, { token: driverToken })).status, path).toBe(403)
    }
  })
})
