import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, driver, listAnswer, problem, queuePlace, waitingDrivers } from '@interline/shared/contract/schemas'
import { describeOnDatabase } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnDatabase('the verification queue on %s', (database) => {
  let server: TestServer
  let maya: string
  let theo: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '40' })
    maya = await server.signIn()
    theo = await server.signIn('theo@interline.test')
  })
  afterAll(() => server.close())

  const next = async (token: string, after?: string) => {
    const body = after === undefined ? {} : { after }
    const { body: answered } = await server.call('POST', '/admin/drivers/queue/next', { token, body })
    return answer(queuePlace).parse(answered).data
  }
  const claim = (token: string, _id: string) =>
    server.call('POST', '/admin/drivers/queue/claim', { token, body: { _id } })
  const currentOf = ({ current }: Awaited<ReturnType<typeof next>>) => {
    if (!current) throw new Error('nobody waits')
    return current
  }

  it('knows nobody made up', async () => {
    expect((await claim(maya, 'a'.repeat(24))).status).toBe(404)
    expect((await claim(maya, 'not an id')).status).toBe(400)
  })

  it('has drivers with documents that nobody approved and those who ask again, who waited longest first', async () => {
    const { data } = listAnswer(driver).parse((await server.call('GET', '/admin/drivers', { token: maya })).body)
    const waiting = data.filter(
      (each) =>
        each.reverify_status === 'Pending' ||
        (!each.is_driver_profile_approved && (each.driving_licence ?? each.car_document ?? each.car_insurance)),
    )
    const { body } = await server.call('GET', '/admin/drivers/queue', { token: maya })
    const met: string[] = []
    const since: number[] = []
    for (let place = await next(maya); place.current; place = await next(maya, place.current.driver._id)) {
      met.push(place.current.driver._id)
      since.push(Date.parse(place.current.waiting_since))
      expect(place.current.is_waiting).toBe(true)
    }
    expect(met).toHaveLength(answer(waitingDrivers).parse(body).data.waiting)
    expect(waiting.map(({ _id }) => _id)).toEqual(expect.arrayContaining(met))
    expect(since).toEqual([...since].sort((a, b) => a - b))
  })

  it('gives two administrators who ask at the same moment two drivers, and says who has the other one', async () => {
    const [one, other] = (await Promise.all([next(maya), next(theo)])).map((place) => currentOf(place).driver)
    expect(one?._id).not.toBe(other?._id)
    const refused = await claim(maya, other?._id ?? '')
    expect(refused.status).toBe(409)
    expect(problem.parse(refused.body).title).toBe('Theo Marchetti reviews this driver now')
    const late = await server.call('POST', '/admin/drivers/queue/approve', { token: maya, body: { _id: other?._id } })
    expect(late.status).toBe(409)
  })

  it('lets an expired claim go to somebody else, and a renewed one not', async () => {
    // Theo may have had who waited longest.
    await server.call('POST', '/admin/drivers/queue/release', { token: theo })
    const { driver: claimed } = currentOf(await next(maya))
    const expire = () =>
      server.db
        .updateTable('review_claims')
        .set({ expiresAt: new Date(Date.now() - 60_000) })
        .where('driverId', '=', claimed._id)
        .execute()
    await expire()
    expect((await claim(maya, claimed._id)).status).toBe(200)
    expect((await claim(theo, claimed._id)).status).toBe(409)
    await expire()
    expect(currentOf(await next(theo)).driver._id).toBe(claimed._id)
    expect((await claim(maya, claimed._id)).status).toBe(409)
  })

  it('passes over who is skipped, and ends', async () => {
    await server.call('POST', '/admin/drivers/queue/release', { token: theo })
    const first = await next(maya)
    const second = await next(maya, currentOf(first).driver._id)
    expect(currentOf(second).driver._id).not.toBe(currentOf(first).driver._id)
    let place = second
    for (let count = 0; count < 100 && place.current; count++) place = await next(maya, currentOf(place).driver._id)
    expect(place).toMatchObject({ current: null, claimed_until: null })
    expect(place.waiting).toBeGreaterThan(1)
  })
})
