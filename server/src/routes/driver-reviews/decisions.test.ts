import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Driver } from '@interline/shared/contract'
import { answer, auditEntry, listAnswer, problem, queuePlace, undoneReview } from '@interline/shared/contract/schemas'
import { describeOnDatabase } from '../../testing/services.ts'
import { giveDocument } from '../../testing/documents/give-document.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnDatabase('what reviewers decide on %s', (database) => {
  let server: TestServer
  let token: string
  let waiting: Driver
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '60' })
    token = await server.signIn()
  })
  afterAll(() => server.close())

  const post = (path: string, body: object = {}, as = token) => server.call('POST', path, { token: as, body })
  const decide = (act: 'approve' | 'reject' | 'undo' | 'undo-reject', body: object = {}) =>
    post(`/admin/drivers/queue/${act}`, body)
  const next = async () => answer(queuePlace).parse((await post('/admin/drivers/queue/next')).body).data
  const look = async (_id: string) => {
    const { current } = answer(queuePlace).parse((await post('/admin/drivers/queue/claim', { _id })).body).data
    if (!current) throw new Error('no such driver')
    return current
  }
  const driverToken = async ({ email }: { email: string | null }) => {
    const { body } = await server.call('POST', '/user/auth/login', { body: { email, password: 'interline-demo' } })
    return answer(z.object({ token: z.string() })).parse(body).data.token
  }
  const actsOn = async (_id: string) => {
    const { body } = await server.call('GET', `/admin/audit?page=1&target_id=${_id}`, { token })
    return listAnswer(auditEntry)
      .parse(body)
      .data.map(({ act }) => act)
  }
  beforeEach(async () => {
    const { current } = await next()
    if (!current?.driver.email) throw new Error('nobody waits')
    waiting = current.driver
  })

  it('names what is wrong with a decision', async () => {
    const refused = await decide('reject', { _id: waiting._id, reason: 'other' })
    expect([refused.status, problem.parse(refused.body).errors?.[0]?.field]).toEqual([400, 'note'])
    expect((await decide('reject', { _id: waiting._id, reason: 'no reason' })).status).toBe(400)
    expect((await decide('approve', { _id: waiting._id, expires_on: { car_document: '2027-02-30' } })).status).toBe(400)
    expect((await decide('approve', { _id: 'f'.repeat(24) })).status).toBe(404)
    expect((await post('/admin/unverify-driver', { userId: 5 })).status).toBe(400)
    expect((await post('/admin/unverify-driver', { userId: waiting._id })).status).toBe(409)
  })

  it('§4 approves as Verify and Re-Verify do, keeps the days, and brings all back on undo', async () => {
    const before = await look(waiting._id)
    const expires_on = { driving_licence: '2031-05-01', car_document: null }
    expect((await decide('approve', { _id: waiting._id, expires_on })).status).toBe(200)
    const after = await look(waiting._id)
    expect(after.driver).toMatchObject({
      is_driver_profile_approved: true,
      reverify_status: waiting.reverify_status === 'Pending' ? 'Approved' : '',
    })
    expect(after).toMatchObject({
      is_waiting: false,
      expires_on: { driving_licence: '2031-05-01', car_document: null },
    })
    expect((await decide('approve', { _id: waiting._id })).status).toBe(409)
    const undone = answer(undoneReview).parse((await decide('undo')).body).data
    expect(undone).toEqual({ driver_id: waiting._id, full_name: waiting.full_name, decision: 'approve' })
    const { expires_on: days, driver: again, ...rest } = await look(waiting._id)
    expect(days.driving_licence).toBe('2031-05-01')
    expect(rest).toMatchObject({ is_waiting: true, waiting_since: before.waiting_since })
    const { revision, expires_on: daysBefore } = before.driver
    expect({ ...again, revision, expires_on: daysBefore }).toEqual(before.driver)
    expect(await actsOn(waiting._id)).toEqual(expect.arrayContaining(['undo-approve', 'set-expiry']))
    expect((await decide('undo')).status).toBe(409)
  })

  it('approves with no day over one that somebody else saved meanwhile', async () => {
    const { _id } = waiting
    const seen = (await look(_id)).expires_on.car_document
    await post('/admin/drivers/expiry', { _id, expires_on: { car_document: '2030-01-01' } })
    const days = { expires_on: { car_document: '2031-01-01' }, expected: { car_document: seen } }
    expect((await decide('approve', { _id, ...days })).status).toBe(409)
    expect(await look(_id)).toMatchObject({ is_waiting: true, expires_on: { car_document: '2030-01-01' } })
    expect((await decide('approve', { _id, expires_on: days.expires_on })).status).toBe(200)
    expect((await decide('undo')).status).toBe(200)
  })

  it('rejects with a reason that reaches the driver, who hands in again and is seen so', async () => {
    const note = 'The last line is cut off.'
    const rejected = await decide('reject', { _id: waiting._id, reason: 'unreadable', note })
    expect(rejected.status).toBe(200)
    expect((await look(waiting._id)).is_waiting).toBe(false)
    expect((await next()).current?.driver._id).not.toBe(waiting._id)
    const own = await driverToken(waiting)
    const chat = await server.call('GET', `/user/chats/${waiting._id}`, { token })
    expect(chat.text).toContain('a document cannot be read.')
    expect(chat.text).toContain(note)
    await expect.poll(() => server.logLines.some((line) => line.includes(note))).toBe(true)
    expect((await post('/driver/request-re-verification', {}, own)).status).toBe(200)
    const again = await look(waiting._id)
    expect(again).toMatchObject({ is_waiting: true, rejection: { reason: 'unreadable', note, by: 'Maya Lindqvist' } })
    expect(Date.now() - Date.parse(again.waiting_since)).toBeLessThan(60_000)
    expect((await decide('approve', { _id: waiting._id })).status).toBe(200)
    expect((await look(waiting._id)).driver).toMatchObject({
      is_driver_profile_approved: true,
      reverify_status: 'Approved',
    })
  })

  it('takes a rejection back and says so to the driver, but not when somebody changed the driver since', async () => {
    await decide('reject', { _id: waiting._id, reason: 'expired' })
    expect((await decide('undo')).status).toBe(200)
    expect(await look(waiting._id)).toMatchObject({ is_waiting: true, rejection: null })
    expect((await server.call('GET', `/user/chats/${waiting._id}`, { token })).text).toContain('disregard')
    await decide('reject', { _id: waiting._id, reason: 'expired' })
    const theo = await server.signIn('theo@interline.test')
    await post('/admin/verify-driver', { driver_id: waiting._id, is_driver_profile_approved: true }, theo)
    const late = await decide('undo')
    expect([late.status, problem.parse(late.body).changed_by]).toEqual([409, 'Theo Marchetti'])
    // Theo's approval ends the rejection, and is his to take back.
    expect((await post('/admin/unverify-driver', { userId: waiting._id })).status).toBe(409)
    expect((await post('/admin/unverify-driver', { userId: waiting._id }, theo)).status).toBe(200)
    const { is_waiting, driver: now } = await look(waiting._id)
    expect([is_waiting, now.is_driver_profile_approved]).toEqual([false, false])
    expect(await actsOn(waiting._id)).toEqual(expect.arrayContaining(['reject', 'undo-reject', 'undo-approve']))
  })

  it('takes back the rejection of one driver, whatever was decided of others since, and nothing else of them', async () => {
    const undoReject = (_id: string) => decide('undo-reject', { _id })
    expect((await undoReject(waiting._id)).status).toBe(409)
    await decide('reject', { _id: waiting._id, reason: 'incomplete' })
    const other = (await next()).current?.driver
    await decide('approve', { _id: other?._id })
    const undone = answer(undoneReview).parse((await undoReject(waiting._id)).body).data
    expect(undone).toEqual({ driver_id: waiting._id, full_name: waiting.full_name, decision: 'reject' })
    expect(await look(waiting._id)).toMatchObject({ is_waiting: true, rejection: null })
    expect((await server.call('GET', `/user/chats/${waiting._id}`, { token })).text).toContain('disregard')
    expect((await undoReject(waiting._id)).status).toBe(409)
    expect((await post('/admin/unverify-driver', { userId: other?._id })).status).toBe(200)
    await giveDocument(server.db, waiting._id, 'car_document')
    await server.db
      .updateTable('people')
      .set({ is_driver_profile_approved: false })
      .where('_id', '=', waiting._id)
      .execute()
    await decide('reject', { _id: waiting._id, reason: 'incomplete' })
    await post('/admin/verify-driver', { driver_id: waiting._id, is_driver_profile_approved: true })
    expect((await undoReject(waiting._id)).status).toBe(409)
    expect((await look(waiting._id)).driver.is_driver_profile_approved).toBe(true)
    expect((await decide('undo')).status).toBe(200)
  })

  it('takes back nothing that is older than it may be', async () => {
    await post('/admin/verify-driver', { driver_id: waiting._id, is_driver_profile_approved: true })
    const age = (minutes: number) =>
      server.db
        .updateTable('driver_reviews')
        .set({ at: new Date(Date.now() - minutes * 60_000) })
        .where('driverId', '=', waiting._id)
        .execute()
    await age(11)
    expect((await post('/admin/unverify-driver', { userId: waiting._id })).status).toBe(409)
    await age(61)
    expect((await decide('undo')).status).toBe(409)
  })

  it('makes whose verification is removed wait from then on, at the end of the queue', async () => {
    await giveDocument(server.db, waiting._id, 'car_document')
    await server.db.updateTable('people').set({ reverify_status: '' }).where('_id', '=', waiting._id).execute()
    await post('/admin/verify-driver', { driver_id: waiting._id, is_driver_profile_approved: true })
    expect((await look(waiting._id)).is_waiting).toBe(false)
    await post('/admin/verify-driver', { driver_id: waiting._id, is_driver_profile_approved: false })
    const { waiting_since, is_waiting } = await look(waiting._id)
    expect(is_waiting).toBe(true)
    expect(Date.now() - Date.parse(waiting_since)).toBeLessThan(60_000)
  })
})
