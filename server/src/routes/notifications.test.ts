import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, driver, notification } from '@interline/shared/contract'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '5' })
})
afterAll(() => server.close())

const list = async (token: string) =>
  answer(notification.array()).parse((await server.call('GET', '/admin/notification/list', { token })).body).data

it('§7 marks as read what the bell has shown, and nothing else', async () => {
  const token = await server.signIn()
  const [first, second] = await list(token)
  const body = { ids: [first?._id, 'nobody'] }
  expect((await server.call('POST', '/admin/notification/mark-read', { token, body })).status).toBe(200)
  const after = await list(token)
  expect(after.filter(({ read }) => read).map(({ _id }) => _id)).toEqual([first?._id])
  expect(after[1]).toEqual(second)
  for (const ids of [['not an id'], 'n1', Array.from({ length: 201 }, () => 'n')])
    expect((await server.call('POST', '/admin/notification/mark-read', { token, body: { ids } })).status).toBe(400)
})

it('who changes a driver has read of it, and the others have not', async () => {
  const token = await server.signIn()
  const { body } = await server.call('GET', '/admin/drivers', { token })
  const [one] = answer(driver.array()).parse(body).data
  const change = { driver_id: one?._id, is_driver_profile_approved: !one?.is_driver_profile_approved }
  expect((await server.call('POST', '/admin/verify-driver', { token, body: change })).status).toBe(200)
  const newest = async (as: string) => (await list(as))[0]
  expect(await newest(token)).toMatchObject({ title: 'Driver changed', read: true })
  expect(await newest(await server.signIn('theo@interline.test'))).toMatchObject({
    title: 'Driver changed',
    read: false,
  })
})
