import { beforeEach, describe, expect, it, vi } from 'vitest'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { api, ApiError, getRows, logFailure, postForDone } from './index.ts'
import { session } from '../session/index.ts'
import { explainFailure } from './explain-failure.ts'
import { startMockServer } from '../testing/mock-server.ts'

const base = `${window.location.origin}/api/v1`
const server = setupServer()
const user = { _id: 'a1', full_name: 'Ada', email: 'a@b.test', role: 'admin' as const, profile_picture: null }

startMockServer(server)
beforeEach(() => session.getState().signIn({ token: 'T', user }))

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  )

describe('calls', () => {
  it('§6 carries public-request: true and the Bearer token', async () => {
    let seen: Headers | undefined
    server.use(
      http.get(`${base}/admin/drivers`, ({ request }) => {
        seen = request.headers
        return HttpResponse.json({ success: true, data: [] })
      }),
    )
    await api.get('/admin/drivers')
    expect(seen?.get('public-request')).toBe('true')
    expect(seen?.get('authorization')).toBe('Bearer T')
  })

  it('§6 carries no authorization when signed out', async () => {
    session.getState().signOut('signed-out')
    let seen: Headers | undefined
    server.use(
      http.post(`${base}/user/auth/admin-login`, ({ request }) => {
        seen = request.headers
        return HttpResponse.json({ success: true })
      }),
    )
    await api.post('/user/auth/admin-login', { email: 'a@b.test' })
    expect(seen?.has('authorization')).toBe(false)
  })

  it('§7 unwraps the answer to its body', async () => {
    server.use(http.get(`${base}/admin/users`, () => HttpResponse.json({ success: true, data: [{ _id: 'u1' }] })))
    expect(await api.get('/admin/users')).toEqual({ success: true, data: [{ _id: 'u1' }] })
  })

  it('§9 gives a call 60000 ms', async () => {
    const timeout = vi.spyOn(XMLHttpRequest.prototype, 'timeout', 'set')
    server.use(http.get(`${base}/admin/users`, () => HttpResponse.json({ success: true, data: [] })))
    await api.get('/admin/users')
    expect(timeout.mock.calls).toEqual([[60_000]])
    timeout.mockRestore()
  })

  it('leaves out parameters that are not set', async () => {
    let url = ''
    server.use(
      http.get(`${base}/admin/users`, ({ request }) => {
        url = request.url
        return HttpResponse.json({ data: [] })
      }),
    )
    await getRows('/admin/users', { page: 2, q: '', date: null })
    expect(url).toBe(`${base}/admin/users?page=2`)
  })

  it.each([
    ['HTML', new HttpResponse('<!doctype html><p>hello', { headers: { 'content-type': 'text/html' } })],
    ['nothing', new HttpResponse(null, { status: 200 })],
    ['a list', HttpResponse.json([1, 2])],
    ['broken JSON', new HttpResponse('{"success": tr', { headers: { 'content-type': 'application/json' } })],
  ])('says not-understood when the answer is %s', async (_, answer) => {
    server.use(http.get(`${base}/admin/users`, () => answer))
    expect((await failureOf(api.get('/admin/users'))).kind).toBe('not-understood')
  })

  it.each([[null], ['x'], [{ 0: {} }], [undefined]])('says not-understood when the list is %s', async (data) => {
    server.use(http.get(`${base}/admin/users`, () => HttpResponse.json({ success: true, data })))
    expect((await failureOf(getRows('/admin/users'))).kind).toBe('not-understood')
  })

  it('fails with what is said when the answer says that it did not go well, whatever list is beside it', async () => {
    server.use(
      http.get(`${base}/admin/users`, () =>
        HttpResponse.json({ success: false, message: 'The database is away', data: [] }),
      ),
    )
    expect(await failureOf(getRows('/admin/users'))).toMatchObject({
      kind: 'refused',
      status: 200,
      message: 'The database is away',
    })
  })

  it('drops entries of a list that are no records', async () => {
    server.use(http.get(`${base}/admin/users`, () => HttpResponse.json({ data: [null, 'x', 3, [], { _id: 'u1' }] })))
    expect(await getRows('/admin/users')).toEqual({ rows: [{ _id: 'u1' }] })
  })

  it('reads a problem with its fields, request id and wait', async () => {
    const problem = {
      success: false,
      title: 'Not valid',
      status: 400,
      request_id: 'r-1',
      errors: [{ field: 'email', message: 'is no email' }, 3],
    }
    server.use(
      http.post(`${base}/admin/x`, () => HttpResponse.json(problem, { status: 400, headers: { 'retry-after': '30' } })),
    )
    expect(await failureOf(api.post('/admin/x', {}))).toMatchObject({
      kind: 'refused',
      status: 400,
      title: 'Not valid',
      requestId: 'r-1',
      fields: { email: 'is no email' },
      retryAfterSeconds: 30,
    })
  })

  it('says who changed a record in between', async () => {
    const problem = { success: false, title: 'Changed', changed_by: 'Bo', changed_at: '2024-05-01T09:30:00.000Z' }
    server.use(http.post(`${base}/admin/x`, () => HttpResponse.json(problem, { status: 409 })))
    expect(await failureOf(postForDone('/admin/x', {}))).toMatchObject({
      status: 409,
      changedBy: 'Bo',
      changedAt: '2024-05-01T09:30:00.000Z',
    })
  })

  it('§8 tells a cut connection from an abort', async () => {
    const stop = new AbortController()
    server.use(
      http.get(`${base}/cut`, () => HttpResponse.error()),
      http.get(`${base}/slow`, () => {
        stop.abort()
        return delay('infinite')
      }),
    )
    expect((await failureOf(api.get('/cut'))).kind).toBe('network')
    expect((await failureOf(api.get('/slow', { signal: stop.signal }))).kind).toBe('aborted')
  })

  it.each([
    ['ECONNABORTED', 'aborted'],
    ['ETIMEDOUT', 'timeout'],
    ['ERR_CANCELED', 'aborted'],
    ['ERR_NETWORK', 'network'],
  ])('§8 passes on what the HTTP client says: %s is %s', (code, kind) => {
    expect(explainFailure({ code })).toMatchObject({ kind, status: 0 })
  })

  it('ends the session when a call of it is answered with 401', async () => {
    server.use(http.get(`${base}/admin/users`, () => HttpResponse.json({ success: false }, { status: 401 })))
    await failureOf(api.get('/admin/users'))
    expect(session.getState()).toMatchObject({ authenticated: false, endedBecause: 'expired' })
  })

  it('keeps a newer session when a call of an older one is answered with 401', async () => {
    let signedIn: () => void = () => undefined
    const isNewer = new Promise<void>((resolve) => (signedIn = resolve))
    server.use(
      http.get(`${base}/admin/users`, async () => {
        await isNewer
        return HttpResponse.json({}, { status: 401 })
      }),
    )
    const olderCall = failureOf(api.get('/admin/users'))
    session.getState().signIn({ token: 'U', user })
    signedIn()
    await olderCall
    expect(session.getState()).toMatchObject({ authenticated: true, token: 'U' })
  })

  it.each([[{ success: false }], [{ success: 'true' }], [{}]])(
    '§4 acts only when the answer says success true, not on %o',
    async (answer) => {
      server.use(http.post(`${base}/admin/ride/status`, () => HttpResponse.json(answer)))
      expect((await failureOf(postForDone('/admin/ride/status', {}))).kind).toBe('refused')
    },
  )

  it('§4 is done when the answer says success true', async () => {
    server.use(http.post(`${base}/admin/ride/status`, () => HttpResponse.json({ success: true })))
    await expect(postForDone('/admin/ride/status', { _id: 'b1', status: 'Started' })).resolves.toBeUndefined()
  })

  it('§8 logs a failure without token, payload or personal data, and no abort', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    logFailure('Loading users', new ApiError({ kind: 'refused', status: 500, title: 'jane@x.test', requestId: 'r-9' }))
    logFailure('Loading users', new ApiError({ kind: 'aborted' }))
    expect(log.mock.calls).toEqual([['Loading users: refused 500 (request r-9)']])
    log.mockRestore()
  })
})

it.each([[{ success: true, data: null }], [{ success: false }], [[]]])(
  'tells the request id of an answer that is of no use: %j',
  async (answer) => {
    const headers = { 'x-request-id': 'r-7'.padEnd(200, '7') }
    server.use(http.get(`${base}/admin/users`, () => HttpResponse.json(answer, { headers })))
    expect((await failureOf(getRows('/admin/users'))).requestId).toBe('r-7'.padEnd(100, '7'))
  },
)

describe('a change that is sent again', () => {
  const keys: (string | null)[] = []
  const bulkIds: (string | null)[] = []
  const form = () =>
    Object.entries({ _id: 'd1', full_name: 'Ada' }).reduce((made, [name, value]) => {
      made.append(name, value)
      return made
    }, new FormData())
  const answers = (...given: Response[]) =>
    server.use(
      http.post(`${base}/admin/x`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        bulkIds.push(request.headers.get('bulk-id'))
        return given.shift() ?? HttpResponse.json({ success: true })
      }),
    )
  const toBackend = (backend: string[]) => session.getState().signIn({ token: 'T', user, backend })
  beforeEach(() => {
    for (const seen of [keys, bulkIds]) seen.splice(0)
  })

  it.each([
    ['where nobody is signed in', () => session.getState().signOut('signed-out')],
    ['to a backend of SPEC §7', () => undefined],
    ['to one that can do other things alone', () => toBackend(['bulk-ids', 'keys of tomorrow'])],
  ])('carries no key %s', async (_, begin) => {
    begin()
    answers()
    await postForDone('/admin/x', { _id: 'd1' }, { bulkId: 'b1' })
    expect([keys, bulkIds]).toEqual([[null], [null]])
  })

  it.each([
    [['idempotency-keys'], null],
    [['idempotency-keys', 'bulk-ids'], 'b1'],
  ])('says what was started together where the backend can: %j', async (backend, bulkId) => {
    toBackend(backend)
    answers()
    await postForDone('/admin/x', { _id: 'd1' }, { bulkId: 'b1' })
    expect(bulkIds).toEqual([bulkId])
  })

  it('carries the same key until an answer comes, and another key for another change', async () => {
    toBackend(['idempotency-keys'])
    answers(
      HttpResponse.error(),
      HttpResponse.json({ success: false }, { status: 503, headers: { 'retry-after': '1' } }),
      HttpResponse.json({ success: false }, { status: 409, headers: { 'retry-after': '1' } }),
    )
    for (const _lost of [1, 2, 3]) await failureOf(postForDone('/admin/x', { _id: 'd1' }))
    await postForDone('/admin/x', { _id: 'd2' })
    await postForDone('/admin/x', { _id: 'd1' })
    await postForDone('/admin/x', { _id: 'd1' })
    const [first, second, third, other, answered, next] = keys
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([second, third, answered]).toEqual([first, first, first])
    expect(new Set([first, other, next]).size).toBe(3)
  })

  it('does so with a form, and not after a refusal, nor for a change that means another thing each time', async () => {
    toBackend(['idempotency-keys'])
    answers(HttpResponse.error(), HttpResponse.json({ success: false }, { status: 400 }))
    await failureOf(postForDone('/admin/x', form()))
    await failureOf(postForDone('/admin/x', form()))
    await postForDone('/admin/x', form())
    await postForDone('/admin/x', form(), { anew: true })
    const [lost, refused, next, anew] = keys
    expect(refused).toBe(lost)
    expect(next).not.toBe(lost)
    expect(anew).toBeNull()
  })
})
