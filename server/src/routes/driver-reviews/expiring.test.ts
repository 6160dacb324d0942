import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type Driver } from '@interline/shared/contract'
import {
  answer,
  attention,
  driver,
  expiringDocuments,
  listAnswer,
  problem,
  queuePlace,
} from '@interline/shared/contract/schemas'
import { drawCard } from '../../demo/drawing/png.ts'
import { personKeys } from '../../database/search-keys.ts'
import { keepExpiries } from '../../repositories/driver-reviews/documents.ts'
import { lockDriver } from '../../repositories/driver-updates.ts'
import { waitingCallers } from '../../testing/database/waiting-callers.ts'
import { formOf, type Part } from '../../testing/documents/form.ts'
import { giveDocument } from '../../testing/documents/give-document.ts'
import { itUnless, without } from '../../testing/services.ts'
import { inTransaction } from '../../repositories/audit.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let token: string
let drivers: Driver[]
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '40' })
  token = await server.signIn()
  drivers = listAnswer(driver)
    .parse((await server.call('GET', '/admin/drivers', { token })).body)
    .data.filter(({ driving_licence, car_insurance }) => driving_licence && car_insurance)
  await server.db.updateTable('documents').set({ expiresOn: null }).execute()
})
afterAll(() => server.close())

const today = new Date().toISOString().slice(0, 10)
const setExpiry = (_id: string | undefined, expires_on: object) =>
  server.call('POST', '/admin/drivers/expiry', { token, body: { _id, expires_on } })
const expiring = async (query = '') =>
  answer(expiringDocuments).parse((await server.call('GET', `/admin/drivers/expiring${query}`, { token })).body).data
const look = async (_id = '') =>
  answer(queuePlace).parse((await server.call('POST', '/admin/drivers/queue/claim', { token, body: { _id } })).body)
    .data.current
const send = async (parts: Part[]) => {
  const { payload, headers } = formOf(parts)
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/v1/admin/edit-profile/driver',
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(statusCode).toBe(200)
}

it('names wrong days and cursors, and knows nobody made up', async () => {
  expect((await setExpiry(drivers[0]?._id, { driving_licence: 'soon' })).status).toBe(400)
  expect((await setExpiry('f'.repeat(24), { driving_licence: today })).status).toBe(404)
  expect((await server.call('GET', '/admin/drivers/expiring?cursor=x', { token })).status).toBe(400)
  expect((await server.call('GET', '/admin/drivers/expiring?days=900', { token })).status).toBe(400)
})

it('saves no day over one that somebody else saved meanwhile', async () => {
  const _id = drivers[2]?._id ?? ''
  const body = (day: string, expected: string | null) => ({
    ...{ _id, expires_on: { driving_licence: day }, expected: { driving_licence: expected } },
  })
  const theo = await server.signIn('theo@interline.test')
  const save = (by: string, day: string, expected: string | null) =>
    server.call('POST', '/admin/drivers/expiry', { token: by, body: body(day, expected) })
  expect((await save(theo, '2030-01-01', null)).status).toBe(200)
  const refused = await save(token, '2031-01-01', null)
  expect(refused.status).toBe(409)
  expect(problem.parse(refused.body)).toMatchObject({ changed_by: 'Theo Marchetti', code: 'changed-meanwhile' })
  expect((await look(_id))?.expires_on.driving_licence).toBe('2030-01-01')
  expect((await save(token, '2030-01-01', null)).status).toBe(200)
  expect((await save(token, '2031-01-01', '2030-01-01')).status).toBe(200)
  expect((await setExpiry(_id, { driving_licence: null })).status).toBe(200)
})

it('lists what expires within 30 days, what has expired first, page by page', async () => {
  const [first, second, third] = drivers
  await setExpiry(first?._id, { driving_licence: addDays(today, 12), car_insurance: addDays(today, -3) })
  await setExpiry(second?._id, { driving_licence: addDays(today, -40) })
  await setExpiry(third?._id, { driving_licence: addDays(today, 45) })
  const { documents, next } = await expiring()
  expect(next).toBeNull()
  expect(documents.map(({ driver: { _id }, document, expires_on }) => [_id, document, expires_on])).toEqual([
    [second?._id, 'driving_licence', addDays(today, -40)],
    [first?._id, 'car_insurance', addDays(today, -3)],
    [first?._id, 'driving_licence', addDays(today, 12)],
  ])
  expect((await expiring('?days=60')).documents).toHaveLength(4)
  const page = await expiring('?limit=2')
  expect(page.documents).toEqual(documents.slice(0, 2))
  expect((await expiring(`?limit=2&cursor=${page.next}`)).documents).toEqual(documents.slice(2))
})

it('counts and lists the same documents: those that drivers have', async () => {
  const counted = async () =>
    answer(attention).parse((await server.call('GET', '/admin/dashboard/attention', { token })).body).data.documents
      .count
  const [, , , fourth] = drivers
  await setExpiry(fourth?._id, { driving_licence: today })
  expect(await counted()).toBe((await expiring()).documents.length)
  const before = await counted()
  await send([
    { name: '_id', value: fourth?._id ?? '' },
    { name: 'driving_licence', filename: 'new.png', content: drawCard([4, 5, 6]) },
  ])
  expect([await counted(), (await expiring()).documents.length]).toEqual([before - 1, before - 1])
  const without = listAnswer(driver)
    .parse((await server.call('GET', '/admin/drivers', { token })).body)
    .data.find(({ car_document }) => car_document === null)
  const refused = await setExpiry(without?._id, { car_document: today })
  expect([refused.status, problem.parse(refused.body).title]).toEqual([409, 'The driver has no car document'])
  expect(await counted()).toBe(before - 1)
})

it('forgets the day of a document that is replaced', async () => {
  const [first] = drivers
  await setExpiry(first?._id, { driving_licence: today, car_insurance: addDays(today, 1) })
  await send([
    { name: '_id', value: first?._id ?? '' },
    { name: 'driving_licence', filename: 'new.png', content: drawCard([1, 2, 3]) },
  ])
  const now = await look(first?._id)
  expect(now?.expires_on).toMatchObject({ driving_licence: null, car_insurance: addDays(today, 1) })
  expect(now?.file_names.driving_licence).toBe('new.png')
})

it('warns of the same phone, licence number or file at another driver, and names them', async () => {
  const [first, second] = drivers
  const same = { name: 'car_document', content: drawCard([9, 9, 9]) }
  for (const each of [first, second])
    await send([
      { name: '_id', value: each?._id ?? '' },
      { ...same, filename: `${each?._id}.png` },
    ])
  for (const [{ _id = '', full_name = '' } = {}, phone, driving_licence_number] of [
    [first, '+1 (210) 555-7777', 'tx 1234-5678'],
    [second, '1 210 5557777', 'TX12345678'],
  ] as const) {
    const numbers = { phone, driving_licence_number, ...personKeys({ full_name, phone, driving_licence_number }) }
    await server.db.updateTable('people').set(numbers).where('_id', '=', _id).execute()
  }
  const drivers2 = [{ _id: second?._id, full_name: second?.full_name }]
  expect((await look(first?._id))?.duplicates).toEqual([
    { field: 'phone', drivers: drivers2 },
    { field: 'driving_licence_number', drivers: drivers2 },
    { field: 'car_document', drivers: drivers2 },
  ])
  expect((await look(drivers[2]?._id))?.duplicates).toEqual([])
})

// The embedded database makes one change after the other anyway.
itUnless(without('PostgreSQL'))(
  'keeps one day after the other when two reviewers set it at once, each in the audit with what it replaced',
  async () => {
    const postgres = await startTestServer('PostgreSQL', { DEMO_ROWS: '3' })
    try {
      const theo = await postgres.signIn('theo@interline.test')
      const { _id } = await postgres.db
        .selectFrom('people')
        .select('_id')
        .where('role', '=', 'driver')
        .executeTakeFirstOrThrow()
      await giveDocument(postgres.db, _id, 'driving_licence')
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      let opened: () => void = () => undefined
      const isOpen = new Promise<void>((resolve) => (opened = resolve))
      const first = inTransaction(postgres.db, async (tx) => {
        await lockDriver(tx, _id)
        await keepExpiries(tx, { driverId: _id, expiries: { driving_licence: '2030-01-01' }, actor: { _id: null } })
        opened()
        await released
      })
      await isOpen
      const body = { _id, expires_on: { driving_licence: '2031-01-01' } }
      const second = postgres.call('POST', '/admin/drivers/expiry', { token: theo, body })
      await expect.poll(waitingCallers(postgres.db, 'PostgreSQL')).toBe(1)
      release()
      await first
      expect((await second).status).toBe(200)
      const { rows } = await sql<{ change: unknown }>`select json_build_array(before, after) as change from audit
        where "targetId" = ${_id} and act = 'set-expiry' order by sequence`.execute(postgres.db)
      const day = (date: string | null) => ({ driving_licence_expires_on: date })
      expect(rows.map(({ change }) => change)).toEqual([
        [day(null), day('2030-01-01')],
        [day('2030-01-01'), day('2031-01-01')],
      ])
    } finally {
      await postgres.close()
    }
  },
)
