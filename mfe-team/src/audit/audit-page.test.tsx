import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient } from '@interline/shared/api'
import { usePreferences, useSession } from '@interline/shared/session'
import type { SessionState } from '@interline/shared/session'
import remote from '../../remote.json'
import { routes } from '../routes.tsx'
import { openRoutes, startMockServer } from '@interline/shared/testing'

// A whole list in jsdom is slow, most of all beside other work.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

const entry = {
  _id: 'e1',
  sequence: 41,
  createdAt: '2024-05-01T12:00:00.000Z',
  actor: { _id: 'a1', full_name: 'Maya Lindqvist' },
  act: 'edit',
  resource: 'driver',
  target: { _id: 'd1', name: 'Jane Doe' },
  before: { car_name: 'Saab', email: null },
  after: { car_name: 'Volvo', email: 'jane@x.test' },
  address: '10.0.0.7',
  request_id: 'req-1',
}
const refused = {
  ...entry,
  _id: 'e2',
  sequence: 40,
  actor: null,
  act: 'refused-sign-in',
  resource: 'administrator',
  target: null,
  before: null,
  after: null,
}
const hidden = {
  ...entry,
  _id: 'e3',
  sequence: 39,
  target: { _id: 'd2', name: null },
  before: null,
  after: null,
  is_hidden: true,
}
const mockServer = setupServer()
let retention: object = {}
let queries: Record<string, string>[] = []
const base = `${window.location.origin}/api/v1/admin/audit`
const signedInAs = (admin_role: NonNullable<SessionState['user']>['admin_role']) =>
  useSession.setState({
    user: {
      _id: 'a1',
      full_name: 'Maya',
      email: '',
      role: 'admin',
      profile_picture: null,
      ...(admin_role && { admin_role }),
    },
  })

function open(address = '/audit', answer = () => HttpResponse.json(list([entry, refused, hidden]))) {
  queryClient.clear()
  queries = []
  mockServer.use(
    http.get(base, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams))
      return answer()
    }),
    http.get(`${base}/kept`, () => HttpResponse.json({ success: true, data: retention })),
    http.get(`${base}/actors`, () =>
      HttpResponse.json({
        success: true,
        data: [
          { _id: 'a1', full_name: 'Maya Lindqvist' },
          { _id: 'a2', full_name: 'Theo' },
        ],
      }),
    ),
  )
  return openRoutes([...routes, { path: '/drivers', element: <p>the drivers</p> }], address)
}
const list = (data: object[]) => ({ success: true, data, meta: { total: data.length, page: 1, page_size: 20 } })
const cellsOf = (row: number) =>
  within(screen.getAllByRole('row')[row] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

startMockServer(mockServer)
beforeEach(() => {
  usePreferences.setState({ timeZone: 'UTC', tableSize: 20 })
  signedInAs('admin')
})
afterEach(() => useSession.setState({ user: null }))

it('has a screen for each route that its descriptor promises', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual([...remote.routes].sort())
})

it.each([
  [{}, 'Who did what, newest first'],
  [{ since: '2024-01-05T12:00:00.000Z', removed: 0 }, 'Who did what, newest first. Kept since 01/05/2024.'],
  [
    { since: '2024-01-05T12:00:00.000Z', removed: 1200 },
    'Who did what, newest first. Kept since 01/05/2024; 1200 older entries are removed.',
  ],
])('says from when on the audit is kept, as far as it is known: %j', async (known, text) => {
  retention = known
  open()
  expect(await screen.findByText(text)).toBeTruthy()
  retention = {}
})

it('says of each entry who did what to which record, and what changed', async () => {
  open()
  await screen.findByRole('table')
  expect(cellsOf(1).slice(0, 5)).toEqual([
    'Profile edited',
    '05/01/2024 12:00 PM',
    'MLMaya Lindqvist',
    'DriverJane Doe',
    'Car: Saab → Volvo, and 1 more',
  ])
  expect(cellsOf(2).slice(0, 5)).toEqual([
    'Sign-in refused',
    '05/01/2024 12:00 PM',
    'SISomebody who was not signed in',
    'Administrator',
    '–',
  ])
  expect(cellsOf(3)[4]).toBe('Not shown to your role')
  expect(screen.getAllByText('Jane Doe')[0]?.closest('[translate="no"]')).toBeTruthy()
})

it('opens the difference field by field, with the way to the record and to what else there is', async () => {
  const router = open()
  await userEvent.click(
    await screen.findByRole('button', { name: 'Details of entry 41: Profile edited by Maya Lindqvist' }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Car').parentElement?.textContent).toBe('Carbefore: Saabafter: Volvo')
  expect(dialog.getByText('Email').parentElement?.textContent).toBe('Emailbefore: Nothingafter: jane@x.test')
  expect([dialog.getByText('10.0.0.7'), dialog.getByText('req-1')]).toHaveLength(2)
  expect(dialog.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe('/drivers/d1')
  await userEvent.click(dialog.getByRole('link', { name: 'All about this record' }))
  expect(router.state.location.search).toBe('?resource=driver&target_id=d1')
  expect(await screen.findByRole('option', { name: 'Jane Doe' })).toBeTruthy()
  expect(queries.at(-1)).toMatchObject({ resource: 'driver', target_id: 'd1' })
})

it('keeps every filter in the address, and asks the server for it', async () => {
  const router = open('/audit?actor_id=a2&act=edit&resource=driver&date=2024-05-01&q=volvo')
  await screen.findByRole('table')
  expect(queries.find(({ sort }) => sort)).toEqual({
    page: '1',
    page_size: '20',
    sort: '-createdAt',
    actor_id: 'a2',
    act: 'edit',
    resource: 'driver',
    date: '2024-05-01',
    tz: 'UTC',
    q: 'volvo',
  })
  const person = screen.getByRole('combobox', { name: 'Person' })
  // The names come later, and push nothing away.
  expect(person.closest('[data-wide]')).toBeTruthy()
  await userEvent.selectOptions(person, await screen.findByRole('option', { name: 'Maya Lindqvist' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Act' }), 'Signed in')
  const search = new URLSearchParams(router.state.location.search)
  expect([search.get('actor_id'), search.get('act'), search.get('q')]).toEqual(['a1', 'sign-in', 'volvo'])
})

it('asks nobody for what its address says wrongly', async () => {
  open('/audit?actor_id=50%25&act=A%00&resource=..%2F..%2Fadmin&target_id=%3Cscript%3E&sort=__proto__&page=1e999')
  await screen.findByRole('table')
  const known = ['page', 'page_size', 'sort']
  expect(queries.flatMap((query) => Object.keys(query)).filter((name) => !known.includes(name))).toEqual([])
})

it('names a person who is no administrator, when an address asks for one', async () => {
  open('/audit?actor_id=d9', () =>
    HttpResponse.json(list([{ ...entry, actor: { _id: 'd9', full_name: 'Dora Driver' } }])),
  )
  expect(await screen.findByRole('option', { name: 'Dora Driver' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Person' })).toHaveProperty('value', 'd9')
})

it('says why when it could not be loaded, and tries again', async () => {
  let fails = true
  open('/audit', () =>
    fails ? HttpResponse.json({ success: false }, { status: 500 }) : HttpResponse.json(list([entry])),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Audit could not be loaded')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('table')
})

it.each([['support'], ['viewer'], [undefined]] as const)('asks nothing for %s, and says why', async (role) => {
  signedInAs(role)
  open()
  expect(await screen.findByText('Not for your role')).toBeTruthy()
  expect(queries).toEqual([])
})
