import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { CreateView } from '@interline/shared/contract'
import { answer, savedView, viewCount } from '@interline/shared/contract/schemas'
import { personKeys } from '../../database/search-keys.ts'
import { shareView } from '../../repositories/accounts/saved-views.ts'
import { waitingCallers } from '../../testing/database/waiting-callers.ts'
import { describeOnDatabase } from '../../testing/services.ts'
import { inTransaction } from '../../repositories/audit.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnDatabase('saved views on %s', (database) => {
  let server: TestServer
  let maya = ''
  let theo = ''
  let jonas = ''
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '30' })
    maya = await server.signIn()
    theo = await server.signIn('theo@interline.test')
    jonas = await server.signIn('jonas@interline.test')
  })
  beforeEach(() => server.db.deleteFrom('saved_views').execute())
  afterAll(() => server.close())

  const post = (token: string, path: string, body: object) => server.call('POST', path, { token, body })
  const create = (token: string, view: Partial<CreateView> = {}) =>
    post(token, '/admin/views', { name: 'Unverified', path: '/drivers', query: 'verified=false', ...view })
  const created = async (token: string, view: Partial<CreateView> = {}) => {
    const { status, body } = await create(token, view)
    expect(status).toBe(200)
    return field<string>(body, 'data._id')
  }
  const share = (token: string, _id: string, is_shared = true) => post(token, '/admin/views/share', { _id, is_shared })
  const list = async (token: string) =>
    answer(savedView.array()).parse((await server.call('GET', '/admin/views', { token })).body).data
  const counts = async (token: string, query = '') =>
    answer(viewCount.array()).parse((await server.call('GET', `/admin/views/counts${query}`, { token })).body).data
  const acts = async (targetId: string) =>
    (
      await sql<{ act: string }>`select act from audit where "targetId" = ${targetId} order by sequence`.execute(
        server.db,
      )
    ).rows.map(({ act }) => act)

  it('keeps one’s own for oneself, and shows a shared one to all, with what happens to it in the audit', async () => {
    const own = await created(maya, { name: 'mine', query: 'verified=false&cols=-email%2Cname.240&density=compact' })
    const shared = await created(maya, { name: 'Ours', path: '/user-rides', query: 'status=Pending' })
    expect(await list(theo)).toEqual([])
    expect((await share(maya, shared)).status).toBe(200)
    expect(await list(maya)).toMatchObject([
      { _id: own, name: 'mine', is_own: true, is_shared: false },
      { _id: shared, name: 'Ours', is_own: true, is_shared: true },
    ])
    expect(await list(theo)).toMatchObject([
      {
        _id: shared,
        path: '/user-rides',
        query: 'status=Pending',
        is_own: false,
        owner: { full_name: 'Maya Lindqvist' },
      },
    ])
    expect((await post(theo, '/admin/views/change', { _id: shared, name: 'All of ours' })).status).toBe(200)
    const stale = await post(maya, '/admin/views/change', { _id: shared, name: 'Ours', query: '', revision: 0 })
    expect([stale.status, field(stale.body, 'changed_by')]).toEqual([409, 'Theo Marchetti'])
    expect(await list(theo)).toMatchObject([{ name: 'All of ours', query: 'status=Pending', revision: 1 }])
    expect((await share(maya, shared, false)).status).toBe(200)
    expect(await list(theo)).toEqual([])
    await share(maya, shared)
    expect((await post(theo, '/admin/views/delete', { _id: shared })).status).toBe(200)
    expect((await post(maya, '/admin/views/delete', { _id: own })).status).toBe(200)
    expect(await list(maya)).toEqual([])
    expect(await acts(shared)).toEqual(['share-view', 'change-view', 'unshare-view', 'share-view', 'delete-view'])
    expect(await acts(own)).toEqual([])
  })

  it('hides somebody else’s own: it can be neither changed, shared nor deleted', async () => {
    const _id = await created(maya)
    expect((await post(theo, '/admin/views/change', { _id, name: 'x' })).status).toBe(404)
    expect((await share(theo, _id)).status).toBe(404)
    expect((await post(theo, '/admin/views/delete', { _id })).status).toBe(404)
    expect(await list(maya)).toHaveLength(1)
  })

  it('lets who only looks keep own views, and use shared ones as they are', async () => {
    const own = await created(jonas)
    expect((await post(jonas, '/admin/views/change', { _id: own, name: 'To do' })).status).toBe(200)
    expect((await share(jonas, own)).status).toBe(403)
    const shared = await created(maya)
    await share(maya, shared)
    expect((await list(jonas)).map(({ name }) => name)).toEqual(['To do', 'Unverified'])
    for (const [path, more] of [
      ['change', { name: 'x' }],
      ['delete', {}],
    ] as const)
      expect((await post(jonas, `/admin/views/${path}`, { _id: shared, ...more })).status).toBe(403)
    expect((await post(jonas, '/admin/views/delete', { _id: own })).status).toBe(200)
  })

  it('lets nobody change a view that its owner takes back at the same moment', async () => {
    const _id = await created(maya)
    await share(maya, _id)
    const ownerId = (await list(maya))[0]?.owner._id ?? ''
    await list(theo)
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    let opened: () => void = () => undefined
    const isOpen = new Promise<void>((resolve) => (opened = resolve))
    const takingBack = inTransaction(server.db, async (tx) => {
      await shareView(tx, { _id: ownerId, mayShare: true }, _id, false)
      opened()
      await released
    })
    await isOpen
    const waiting = waitingCallers(server.db, database)
    const changes = [
      post(theo, '/admin/views/change', { _id, name: 'Of Theo' }),
      post(theo, '/admin/views/delete', { _id }),
    ]
    await expect.poll(waiting).toBe(2)
    release()
    await takingBack
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([404, 404])
    expect(await list(maya)).toMatchObject([{ name: 'Unverified', is_shared: false }])
    expect(await acts(_id)).toEqual(['share-view', 'unshare-view'])
  })

  it.each([
    ['a blank name', { name: '  ' }],
    ['a name of U+3164', { name: '\u3164' }],
    ['a name of 61 characters', { name: 'x'.repeat(61) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a path of 201 characters', { path: `/${'a'.repeat(200)}` }],
    ['a question mark', { query: '?verified=false' }],
    ['a parameter that the list does not have', { query: 'status=Pending' }],
    ['a page', { query: 'page=2' }],
    ['a value that a filter does not have', { query: 'verified=perhaps' }],
    ['an order that the list does not have', { query: 'sort=amount' }],
    ['a character that the database does not take', { query: 'q=%00' }],
  ])('refuses %s', async (_what, wrong) => {
    const { status, body } = await create(maya, wrong as Partial<CreateView>)
    expect(status).toBe(400)
    expect(field(body, 'errors')).toHaveLength(1)
    expect(await list(maya)).toEqual([])
  })

  it.each(['/', '/drivers?verified=false', '/Drivers', '/drivers/', '/a/b/c/d', 'https://example.test/drivers'])(
    'refuses %s, which is the path of no screen, and says so',
    async (path) => {
      const { status, body } = await create(maya, { path })
      const message = 'must be the path of a screen, such as /driver-rides'
      expect([status, field(body, 'errors')]).toEqual([400, [{ field: 'path', message }]])
    },
  )

  it('refuses a query that the list of a view does not have, and leaves the view as it was', async () => {
    const _id = await created(maya)
    expect((await post(maya, '/admin/views/change', { _id, query: 'status=Pending' })).status).toBe(400)
    expect((await post(maya, '/admin/views/change', { _id, query: 'verified=true' })).status).toBe(200)
    expect(await list(maya)).toMatchObject([{ name: 'Unverified', query: 'verified=true' }])
  })

  it('has a name once for each person', async () => {
    await created(maya)
    const { status, body } = await create(maya, { name: 'unverified ', path: '/users', query: '' })
    expect([status, field(body, 'title')]).toEqual([409, 'A view has this name already'])
    const other = await created(maya, { name: 'Other' })
    expect((await post(maya, '/admin/views/change', { _id: other, name: 'UNVERIFIED' })).status).toBe(409)
    await created(theo)
  })

  it('keeps at most 50 of a person, and shares at most 50', async () => {
    const fill = (ownerId: string, isShared: boolean) =>
      server.db
        .insertInto('saved_views')
        .values(
          Array.from({ length: 50 }, (_, at) => ({
            ...{ _id: `${ownerId}-${at}`, name: `View ${at}`, path: '/users', query: '', isShared, ownerId },
            createdAt: new Date(),
          })),
        )
        .execute()
    const [one, two] = await server.db
      .selectFrom('people')
      .select('_id')
      .where('email', 'in', ['admin@interline.test', 'theo@interline.test'])
      .orderBy('email')
      .execute()
    await fill(one?._id ?? '', true)
    expect(field((await create(maya)).body, 'title')).toBe('You have too many views')
    const more = await created(theo)
    expect(field((await share(theo, more)).body, 'title')).toBe('Too many views are shared')
    await server.db.deleteFrom('saved_views').execute()
    await fill(two?._id ?? '', false)
    await created(maya)
    expect((await create(theo)).status).toBe(409)
  })

  it.each([
    ['/drivers', 'verified=false&sort=full_name', '/admin/drivers'],
    ['/drivers', 'missing=any&cols=-email', '/admin/drivers'],
    ['/users', 'q=a&days=7', '/admin/users'],
    ['/driver-rides', 'amount=10..50&sort=-amount&density=compact', '/admin/driver/rides'],
    ['/user-rides', 'status=Pending', '/admin/user/rides'],
    ['/user-rides', '', '/admin/user/rides'],
  ] as const)('counts %s?%s as the list does', async (path, query, call) => {
    const _id = await created(maya, { path, query })
    const params = new URLSearchParams(query)
    for (const name of ['cols', 'density']) params.delete(name)
    const { body } = await server.call('GET', `${call}?page=1&tz=Europe%2FBerlin&${params.toString()}`, { token: maya })
    const total = field<number>(body, 'meta.total')
    expect(await counts(maya, '?tz=Europe%2FBerlin')).toEqual([{ _id, total }])
    if (query === '') expect(total).toBeGreaterThan(0)
  })

  it('counts what the caller sees, and leaves out a view that its list does not have any more', async () => {
    const own = await created(theo)
    const shared = await created(maya)
    await share(maya, shared)
    const ownerId = (await list(maya))[0]?.owner._id ?? ''
    for (const query of ['platform=windows', 'q=%00'])
      await server.db
        .insertInto('saved_views')
        .values({
          ...{ _id: query, name: query, path: '/users', query, isShared: true },
          ...{ ownerId, createdAt: new Date() },
        })
        .execute()
    expect((await counts(theo)).map(({ _id }) => _id).toSorted()).toEqual([own, shared].toSorted())
    expect((await counts(jonas)).map(({ _id }) => _id)).toEqual([shared])
  })

  it('saves a view of a list that only its remote knows, as it is and without a count', async () => {
    const _id = await created(maya, { name: 'Fleet', path: '/fleet/vans', query: 'fuel=hydrogen&page=2' })
    expect((await post(maya, '/admin/views/change', { _id, query: 'fuel=diesel' })).status).toBe(200)
    await share(maya, _id)
    const known = await created(maya)
    expect(await list(jonas)).toMatchObject([{ name: 'Fleet', path: '/fleet/vans', query: 'fuel=diesel' }])
    expect((await counts(maya)).map((count) => count._id)).toEqual([known])
  })

  it('remembers a count for ten seconds', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1e6)
    await created(maya, { path: '/users', query: 'days=7' })
    const total = async () => (await counts(maya))[0]?.total ?? 0
    const before = await total()
    const full_name = 'Somebody New'
    const user = {
      _id: 'f'.repeat(24),
      role: 'user' as const,
      ...personKeys({ full_name }),
      full_name,
      createdAt: new Date(),
    }
    await server.db.insertInto('people').values(user).execute()
    expect(await total()).toBe(before)
    now.mockReturnValue(1e6 + 10_001)
    expect(await total()).toBe(before + 1)
    now.mockRestore()
    await server.db.deleteFrom('people').where('_id', '=', user._id).execute()
  })
})
