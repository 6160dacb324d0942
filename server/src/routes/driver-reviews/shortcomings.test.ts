import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type Driver } from '@interline/shared/contract'
import { answer, auditEntry, driver, driverRecord, listAnswer } from '@interline/shared/contract/schemas'
import { giveDocument } from '../../testing/documents/give-document.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let token: string
let lacking: Driver
const today = new Date().toISOString().slice(0, 10)
const expired = addDays(today, -2)

beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '40' })
  token = await server.signIn()
  const [first] = await drivers('?page=1&page_size=1')
  if (!first) throw new Error('no driver in the demo data')
  await server.db.deleteFrom('documents').where('personId', '=', first._id).execute()
  await server.db
    .updateTable('people')
    .set({ reverify_status: 'Pending', is_driver_profile_approved: false })
    .where('_id', '=', first._id)
    .execute()
  for (const kind of ['car_document', 'car_insurance'] as const) await giveDocument(server.db, first._id, kind)
  await post('/admin/drivers/expiry', { _id: first._id, expires_on: { car_document: today, car_insurance: expired } })
  lacking = first
})
afterAll(() => server.close())

const drivers = async (query: string) =>
  listAnswer(driver).parse((await server.call('GET', `/admin/drivers${query}`, { token })).body).data
const post = (path: string, body: object) => server.call('POST', path, { token, body })
const verify = (more: object = {}) =>
  post('/admin/verify-driver', { driver_id: lacking._id, is_driver_profile_approved: true, ...more })
const lastEntry = async (act: string, _id = lacking._id) => {
  const { body } = await server.call('GET', `/admin/audit?page=1&act=${act}&target_id=${_id}`, { token })
  return listAnswer(auditEntry).parse(body).data[0]?.after
}
const shortcomings = ['driving licence missing', `car insurance expired on ${expired}`]

it('says of each driver until when the documents are good, in pages, the whole list and the record', async () => {
  const expires_on = { driving_licence: null, car_document: today, car_insurance: expired }
  for (const query of ['', '?page=1&page_size=20', `?id=${lacking._id}`])
    expect((await drivers(query)).find(({ _id }) => _id === lacking._id)?.expires_on).toEqual(expires_on)
  const record = await server.call('GET', `/admin/records/drivers/${lacking._id}`, { token })
  expect(answer(driverRecord).parse(record.body).data.expires_on).toEqual(expires_on)
})

it('§7 verifies without a reason what is not in order, and the audit says what, and that none was given', async () => {
  expect((await verify()).status).toBe(200)
  expect(await lastEntry('verify')).toEqual({
    is_driver_profile_approved: true,
    shortcomings,
    reason: 'no reason given',
  })
  expect(
    (await post('/admin/verify-driver', { driver_id: lacking._id, is_driver_profile_approved: false })).status,
  ).toBe(200)
  expect(await lastEntry('verify')).toEqual({ is_driver_profile_approved: false })
})

it('writes down why it was approved all the same, and takes no blank reason', async () => {
  expect((await verify({ reason: ' \u200B' })).status).toBe(400)
  expect((await post('/admin/re-verify-driver', { _id: lacking._id, reason: '' })).status).toBe(400)
  expect((await verify({ reason: ' Seen on paper. ' })).status).toBe(200)
  expect(await lastEntry('verify')).toMatchObject({ shortcomings, reason: 'Seen on paper.' })
  expect((await post('/admin/re-verify-driver', { _id: lacking._id, reason: 'The same.' })).status).toBe(200)
  expect(await lastEntry('re-verify')).toEqual({ reverify_status: 'Approved', shortcomings, reason: 'The same.' })
})

it('says nothing of it where the documents are in order, the days that come with an approval counted', async () => {
  await giveDocument(server.db, lacking._id, 'driving_licence')
  const set = { is_driver_profile_approved: false, rejectedAt: null }
  await server.db.updateTable('people').set(set).where('_id', '=', lacking._id).execute()
  const approve = (expires_on: object) => post('/admin/drivers/queue/approve', { _id: lacking._id, expires_on })
  await post('/admin/drivers/queue/claim', { _id: lacking._id })
  expect((await approve({ car_document: expired, car_insurance: today })).status).toBe(200)
  expect(await lastEntry('verify')).toMatchObject({
    shortcomings: [`car document expired on ${expired}`],
    reason: 'no reason given',
  })
  await post('/admin/drivers/queue/undo', {})
  await post('/admin/drivers/queue/claim', { _id: lacking._id })
  expect((await approve({ car_document: today })).status).toBe(200)
  expect(await lastEntry('verify')).toEqual({ is_driver_profile_approved: true })
})
