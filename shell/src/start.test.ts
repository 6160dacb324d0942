import { beforeEach, expect, it, vi } from 'vitest'

const fetchMock = vi.fn((_url: string, _options: RequestInit) => Promise.resolve(Response.json({})))
const remotes = {
  drivers: {
    descriptor: {
      firstData: { '/drivers': { get: '/admin/drivers', sort: '-createdAt', sorts: 'full_name createdAt' } },
    },
  },
  paged: {
    descriptor: { firstData: { '/paged': { get: '/user/paged', sort: '-createdAt', pagesForRoles: true } } },
  },
  chat: { descriptor: { firstData: { '/chats': { get: '/user/chat-list' } } } },
  before: { descriptor: { firstData: { '/before': { get: '/admin/before', sort: '-createdAt' } } } },
  odd: { descriptor: { firstData: { '/odd': { get: '//evil.test/x?y' } } } },
}

beforeEach(() => {
  vi.resetModules()
  fetchMock.mockClear()
  vi.stubGlobal('fetch', fetchMock)
  localStorage.clear()
  localStorage.setItem('token', 'T')
  document.body.innerHTML = `
    <script type="application/json" id="interline-settings">${JSON.stringify({ apiUrl: 'http://api.test' })}</script>
    <script type="application/json" id="interline-release">${JSON.stringify({ remotes })}</script>`
  delete (window as Window & { interlineFirst?: unknown }).interlineFirst
})

const element = (id: string) => document.getElementById(id) as HTMLElement

async function open(address: string) {
  history.replaceState(null, '', address)
  await import('./start.ts' as string)
  return fetchMock.mock.calls.map(([url]) => url.replace('http://api.test/api/v1', ''))
}

it('asks for the page of a list that the address names, in the name of the session', async () => {
  expect(await open('/drivers?page=3&size=50&sort=full_name&q=Jane+Doe')).toEqual([
    '/admin/drivers?page=3&page_size=50&sort=full_name&q=Jane+Doe',
  ])
  expect(fetchMock.mock.calls[0]?.[1].headers).toEqual({
    Accept: 'application/json',
    Authorization: 'Bearer T',
    'public-request': 'true',
  })
})

it('asks for the first page in the order of the screen, and as many rows as the person likes', async () => {
  localStorage.setItem('interline-preferences', JSON.stringify({ state: { tableSize: 10 } }))
  expect(await open('/drivers')).toEqual(['/admin/drivers?page=1&page_size=10&sort=-createdAt'])
})

it.each([
  ['/drivers?sort=nope', '?page=1&page_size=20&sort=-createdAt'],
  ['/drivers?sort=--full_name', '?page=1&page_size=20&sort=-createdAt'],
  ['/drivers?sort=', '?page=1&page_size=20'],
  ['/drivers?sort=-full_name&page=x&size=7', '?page=1&page_size=20&sort=-full_name'],
  ['/drivers?sort=-', '?page=1&page_size=20&sort=-createdAt'],
  ['/drivers?page=99999999', '?page=500&page_size=20&sort=-createdAt'],
  ['/drivers?page=4e9&size=100', '?page=100&page_size=100&sort=-createdAt'],
  ['/drivers?page=last', '?page=last&page_size=20&sort=-createdAt'],
  ['/drivers?page=3&cursor=abc', '?cursor=abc&page_size=20&sort=-createdAt'],
  ['/drivers?q=Jane%00%09Doe', '?page=1&page_size=20&sort=-createdAt&q=Jane++Doe'],
  [`/drivers?q=${'x'.repeat(199)}%F0%9F%9A%97`, `?page=1&page_size=20&sort=-createdAt&q=${'x'.repeat(199)}`],
  ['/drivers?page=-2.5', '?page=1&page_size=20&sort=-createdAt'],
])('asks for nothing that the screen would not ask for: %s', async (address, query) => {
  expect(await open(address)).toEqual([`/admin/drivers${query}`])
})

it('asks in the order of the screen for a build that does not say by what it sorts', async () => {
  expect(await open('/before?sort=full_name')).toEqual(['/admin/before?page=1&page_size=20&sort=-createdAt'])
})

it.each([
  ['of a role', { admin_role: 'viewer' }, '?page=1&page_size=20&sort=-createdAt'],
  ['without a role', {}, ''],
  ['whom nobody knows', null, ''],
])('asks for pages that only our backend has for an administrator %s', async (_, user, query) => {
  localStorage.setItem('user', JSON.stringify(user))
  expect(await open('/paged')).toEqual([`/user/paged${query}`])
})

it.each([
  ['which has them', ['views', 'conversations'], '?page=1&page_size=20&sort=-createdAt'],
  ['which has none', ['views'], ''],
])('asks for those pages of a backend that said what it can do, and %s', async (_, backend, query) => {
  localStorage.setItem('user', JSON.stringify({ admin_role: query === '' ? 'viewer' : undefined }))
  localStorage.setItem('interline-backend', JSON.stringify(backend))
  expect(await open('/paged')).toEqual([`/user/paged${query}`])
})

it.each(['page=500', 'size=50', 'cursor=c', 'show=mine'])(
  'asks nothing ahead of a list whose address has no pages, where it says %s',
  async (query) => {
    localStorage.setItem('user', JSON.stringify({ admin_role: 'viewer' }))
    expect(await open(`/paged?${query}`)).toEqual([])
  },
)

it('asks for what is no list as it is', async () => {
  expect(await open('/chats')).toEqual(['/user/chat-list'])
})

it('asks at once, in a browser that has nothing but a token', async () => {
  expect(localStorage).toHaveLength(1)
  expect(await open('/drivers')).toHaveLength(1)
})

it.each([
  ['an answer', () => Promise.resolve(Response.json({ success: true })), { success: true }],
  ['a refusal', () => Promise.resolve(new Response('{}', { status: 401 })), undefined],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), undefined],
  ['what is no JSON', () => Promise.resolve(new Response('<html>')), undefined],
])('keeps the body of %s', async (_, answer, body) => {
  fetchMock.mockImplementationOnce(answer)
  await open('/drivers')
  const { interlineFirst: first } = window as Window & { interlineFirst?: { arrived: Promise<void>; body?: unknown } }
  await first?.arrived
  expect(first?.body).toEqual(body)
})

it('asks for another screen when it is told to, and not twice for what nobody took', async () => {
  await open('/drivers')
  const { interlineAsk } = window as Window & { interlineAsk?: (address: URL) => void }
  for (const path of ['/drivers', '/before', '/before?sort=x', '/users']) interlineAsk?.(new URL(path, location.origin))
  expect(fetchMock.mock.calls.map(([url]) => url.split('?')[0])).toEqual([
    'http://api.test/api/v1/admin/drivers',
    'http://api.test/api/v1/admin/before',
  ])
})

it.each([
  ['dark', false, 'dark'],
  ['light', true, 'light'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
])(
  'writes the colour scheme before anything is painted: %s, dark system: %s',
  async (colourScheme, matches, scheme) => {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    localStorage.setItem('interline-preferences', JSON.stringify({ state: { colourScheme } }))
    document.documentElement.dataset.scheme = ''
    await open('/users')
    expect(document.documentElement.dataset.scheme).toBe(scheme)
  },
)

it.each([
  ['nobody is signed in', '/drivers', () => localStorage.removeItem('token')],
  ['the screen names nothing', '/users', () => undefined],
  ['the address filters, which only the screen understands', '/drivers?date=2026-03-10', () => undefined],
  ['what is named is no path', '/odd', () => undefined],
  ['the page is not understood', '/drivers', () => (document.body.innerHTML = '')],
  ['the release is no JSON', '/drivers', () => (element('interline-release').textContent = '{"remotes":')],
  ['what the person likes is not understood', '/drivers', () => localStorage.setItem('interline-preferences', '{')],
])('asks nothing when %s', async (_, address, before) => {
  before()
  expect(await open(address)).toEqual([])
})
