import { afterEach, beforeEach, expect, it } from 'vitest'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { session } from '../session/index.ts'
import { getRows } from './index.ts'
import { startMockServer } from '../testing/mock-server.ts'

const url = `${window.location.origin}/api/v1/admin/drivers`
const user = { _id: 'a1', full_name: 'Ada', email: 'a@b.test', role: 'admin' as const, profile_picture: null }
const meta = { total: 1, page: 1, page_size: 20 }
const server = setupServer()
let asked: (string | null)[] = []

/** A backend whose list has this name in it; it sends nothing to who names the ETag of it. */
const answerWith = (name: string, extra: object = { meta }) =>
  server.use(
    http.get(url, ({ request }) => {
      const [etag, wanted] = [`W/"${name}"`, request.headers.get('if-none-match')]
      asked.push(wanted)
      return wanted === etag
        ? new HttpResponse(null, { status: 304, headers: { etag } })
        : HttpResponse.json({ success: true, data: [{ _id: 'd1', name }], ...extra }, { headers: { etag } })
    }),
  )

startMockServer(server)
beforeEach(() => {
  asked = []
  session.getState().signIn({ token: 'T', user })
})
afterEach(() => session.getState().signOut('signed-out'))

it('asks for a page again with its ETag, and shows what it knows when nothing changed', async () => {
  answerWith('Ada')
  const first = await getRows('/admin/drivers', { page: 1 })
  expect(await getRows('/admin/drivers', { page: 1 })).toEqual(first)
  expect(asked).toEqual([null, 'W/"Ada"'])
  answerWith('Bea')
  expect((await getRows('/admin/drivers', { page: 1 })).rows).toEqual([{ _id: 'd1', name: 'Bea' }])
  expect(await getRows('/admin/drivers', { page: 1 })).toMatchObject({ rows: [{ name: 'Bea' }], meta })
  expect(asked.slice(2)).toEqual(['W/"Ada"', 'W/"Bea"'])
})

it('names no ETag for another page, for the next session, and to a backend without pages', async () => {
  answerWith('Ada')
  await getRows('/admin/drivers', { page: 1 })
  await getRows('/admin/drivers', { page: 2 })
  session.getState().signIn({ token: 'U', user })
  await getRows('/admin/drivers', { page: 1 })
  answerWith('Ada', {})
  await getRows('/admin/drivers')
  await getRows('/admin/drivers')
  expect(asked).toEqual([null, null, null, null, null])
})
