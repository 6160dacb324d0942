import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Driver } from '@interline/shared/contract'
import { driver, listAnswer, notification, problem } from '@interline/shared/contract/schemas'
import { z } from 'zod'
import { claimKey } from './idempotency.ts'
import { describeOnDatabase, itUnless } from '../testing/services.ts'
import { field, startTestServer, type TestServer } from '../testing/test-server.ts'

const verify = '/admin/verify-driver'

describeOnDatabase('a changing request with an Idempotency-Key on %s', (database) => {
  let server: TestServer
  let token: string
  let colleague: string
  let untouched: Driver[]
  beforeAll(async () => {
    server = await startTestServer(database)
    token = await server.signIn()
    colleague = await server.signIn('theo@interline.test')
    untouched = listAnswer(driver).parse((await server.call('GET', '/admin/drivers', { token })).body).data
  })
  afterAll(() => server.close())

  const someone = () => untouched.pop() as Driver
  const send = (key: string, body: object, as = token, path = verify) =>
    server.call('POST', path, { token: as, body, headers: { 'idempotency-key': key } })
  const change = ({ _id, is_driver_profile_approved }: Driver) => ({
    driver_id: _id,
    is_driver_profile_approved: !is_driver_profile_approved,
  })
  const audited = async (_id: string) =>
    (await server.db.selectFrom('audit').select('_id').where('targetId', '=', _id).execute()).length
  const notificationCountFor = async ({ full_name }: Driver) =>
    z
      .array(notification)
      .parse(field((await server.call('GET', '/admin/notification/list', { token: colleague })).body, 'data'))
      .filter(({ title, body }) => title === 'Driver changed' && body.includes(full_name)).length

  it('has one effect, however often and at once it is sent', async () => {
    const one = someone()
    const before = await notificationCountFor(one)
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('at-once', change(one))))
    for (const { status, headers } of answers) {
      expect([200, 409]).toContain(status)
      if (status === 409) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(
      answers.filter(({ status, headers }) => status === 200 && headers['idempotency-replayed'] === undefined),
    ).toHaveLength(1)
    const again = await send('at-once', change(one))
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, { success: true }, 'true'])
    expect([await audited(one._id), (await notificationCountFor(one)) - before]).toEqual([1, 1])
  })

  it('has one effect when the connection is cut before the answer arrives', async () => {
    const one = someone()
    await new Promise<void>((closed, failed) => {
      const payload = JSON.stringify(change(one))
      const cut = request({
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path: `/api/v1${verify}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': payload.length,
          'idempotency-key': 'cut',
        },
      })
      cut.once('error', () => undefined).once('close', () => closed())
      cut.end(payload)
      void expect
        .poll(() => audited(one._id), { timeout: 30_000 })
        .toBe(1)
        .then(() => cut.destroy(), failed)
    })
    const again = await send('cut', change(one))
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(await audited(one._id)).toBe(1)
  })

  itUnless(database === 'PGlite' ? 'skipped: PGlite has one connection' : undefined)(
    'is refused while the first one runs',
    async () => {
      const one = someone()
      const {
        rows: [me],
      } = await sql<{ _id: string }>`select _id from people where email = 'admin@interline.test'`.execute(server.db)
      const busy = await server.db.transaction().execute(async (tx) => {
        expect(await claimKey(tx, { callerId: me?._id ?? '', key: 'busy' })).toBe(true)
        return send('busy', change(one))
      })
      expect([busy.status, busy.headers['retry-after'], await audited(one._id)]).toEqual([409, '1', 0])
      expect((await send('busy', change(one))).status).toBe(200)
    },
  )

  it('is refused with another body or address, and belongs to its caller', async () => {
    const [one, other] = [someone(), someone()]
    expect((await send('mine', change(one))).status).toBe(200)
    const wrong = await send('mine', change(other))
    expect([wrong.status, problem.parse(wrong.body).title]).toEqual([
      422,
      'This Idempotency-Key belongs to another request',
    ])
    expect((await send('mine', { _id: one._id }, token, '/admin/re-verify-driver')).status).toBe(422)
    const theirs = await send('mine', change(other), await server.signIn('theo@interline.test'))
    expect([theirs.status, theirs.headers['idempotency-replayed']]).toEqual([200, undefined])
  })

  it('may be sent again after a refusal, which has changed nothing', async () => {
    const one = someone()
    expect((await send('refused', { ...change(one), revision: (one.revision ?? 0) + 7 })).status).toBe(409)
    expect((await send('refused', change(one))).status).toBe(200)
  })

  it('answers with what a new record was called', async () => {
    const email = `${untouched.length}@people.test`
    const own = field<string>(
      (
        await server.call('POST', '/user/auth/register', {
          body: { role: 'driver', full_name: 'Ada Byron', email, password: 'a good password' },
        })
      ).body,
      'data.token',
    )
    const ride = {
      source: { address: 'Austin, TX' },
      destination: { address: 'Waco, TX' },
      ride_time: '09:30 AM',
      amount: 10,
      passenger_capacity: 3,
    }
    const [first, second] = [
      await send('ride', ride, own, '/driver/rides'),
      await send('ride', ride, own, '/driver/rides'),
    ]
    expect(first.status).toBe(200)
    expect([second.status, second.headers['idempotency-replayed'], second.body]).toEqual([200, 'true', first.body])
  })

  it.each([
    ['nothing', ''],
    ['a space', 'a b'],
    ['256 characters', 'x'.repeat(256)],
    ['other letters', 'ключ'],
  ])('names a key of %s', async (_what, key) => {
    const refused = await send(key, change(untouched[0] as Driver))
    expect([refused.status, problem.parse(refused.body).errors?.[0]?.field]).toEqual([400, 'Idempotency-Key'])
  })

  it('is forgotten after a day', async () => {
    const one = someone()
    await send('old', change(one))
    await server.db
      .updateTable('repeatable_answers')
      .set({ createdAt: new Date(Date.now() - 24 * 3_600_000 - 1000) })
      .where('key', '=', 'old')
      .execute()
    expect(
      (await send('old', { ...change(one), is_driver_profile_approved: one.is_driver_profile_approved })).status,
    ).toBe(200)
    expect(await audited(one._id)).toBe(2)
  })
})
