import { afterEach, expect, it, vi } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { SavedView } from '../../contract/index.ts'
import { useSession } from '../../session/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { isViewOpen } from '../../api/saved-views.ts'
import { isolateLists, mockServer, showList } from '../../testing/list-kit.tsx'
import { ViewsMenu } from './views-menu.tsx'
import { viewQuery } from './views-form.tsx'

isolateLists(20)
vi.setConfig({ testTimeout: 20_000 })
afterEach(() => useSession.setState({ user: null }))

const state = { page: 3, cursor: null, size: 50, sort: '-amount', q: ' ann ', date: null, filters: { source: 'Bern' } }
const layout = { text: '-email', density: 'compact' as const }
const query = 'source=Bern&q=ann&sort=-amount&cols=-email&density=compact'

const maya = { _id: 'a1', full_name: 'Maya', email: '', role: 'admin' as const, profile_picture: null }
const view = (differ: Partial<SavedView>): SavedView => ({
  ...{ _id: 'v1', name: 'Bern', path: '/people', query: 'source=Bern', is_shared: false, is_own: true },
  owner: { _id: 'a1', full_name: 'Maya' },
  revision: 2,
  ...differ,
})

/** A list whose views are these, as somebody of a role sees it. Returns what is sent to change them. */
function open(views: SavedView[], admin_role: 'admin' | 'viewer' | null = 'admin') {
  useSession.setState({ user: { ...maya, ...(admin_role && { admin_role }) } })
  const sent: [string, unknown][] = []
  const all = '*/api/v1/admin/views'
  const take = async ({ request }: { request: Request }) => {
    sent.push([new URL(request.url).pathname.replace('/api/v1', ''), await request.json()])
    return HttpResponse.json({ success: true })
  }
  mockServer.use(
    http.get(all, () => HttpResponse.json({ success: true, data: views })),
    http.post(all, take),
    http.post(`${all}/*`, take),
  )
  const router = showList(<ViewsMenu {...{ state, layout }} defaultSort="-createdAt" />, '/people')
  return { sent, router }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('writes what a list shows, without page, size and what is as it begins', () => {
  expect(viewQuery(state, '-createdAt', layout)).toBe(query)
  const first = { ...state, sort: '-createdAt', q: ' ', filters: {} }
  expect(viewQuery(first, '-createdAt', { text: '', density: 'comfortable' })).toBe('')
  expect(viewQuery(first, 'full_name', { text: '', density: 'comfortable' })).toBe('sort=-createdAt')
  expect(viewQuery({ ...first, date: '2026-01-02' }, '-createdAt', { text: '', density: 'comfortable' })).toBe(
    'date=2026-01-02',
  )
})

it('knows the address of a view whatever its page, size and the order of its parameters', () => {
  expect(isViewOpen({ query: 'a=1&b=x%20y' }, '?page=2&b=x+y&size=10&a=1')).toBe(true)
  expect(isViewOpen({ query: 'a=1' }, '?a=2')).toBe(false)
  expect(isViewOpen({ query: '' }, '')).toBe(true)
})

it('saves what the list shows under a name', async () => {
  const { sent } = open([])
  await press('Views')
  const name = await screen.findByRole('textbox', { name: 'Name of the view' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  await userEvent.type(name, '\u200B')
  await press('Save as a view')
  expect(screen.getByRole('alert').textContent).toBe('Enter a name.')
  await userEvent.clear(name)
  await userEvent.type(name, ' Dear ones {Enter}')
  await screen.findByText('“Dear ones” is saved.')
  expect(sent).toEqual([['/admin/views', { name: 'Dear ones', path: '/people', query }]])
  expect(name).toHaveProperty('value', '')
})

it('says why a view is not saved, and keeps its name', async () => {
  open([])
  mockServer.use(
    http.post('*/api/v1/admin/views', () =>
      HttpResponse.json({ success: false, title: 'A view has this name already', status: 409 }, { status: 409 }),
    ),
  )
  await press('Views')
  const name = await screen.findByRole('textbox', { name: 'Name of the view' })
  await userEvent.type(name, 'Bern{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('A view has this name already'))
  expect(name).toHaveProperty('value', 'Bern')
})

it('renames, shares and deletes a view, each with the keyboard', async () => {
  const views = [view({}), view({ _id: 'v2', name: 'Of drivers', path: '/drivers' })]
  const { sent } = open(views)
  await press('Views')
  const link = await screen.findByRole('link', { name: 'Bern' })
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect(screen.queryByRole('link', { name: 'Of drivers' })).toBeNull()

  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await screen.findByText('“Bern” is shared with everybody.')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const form = await screen.findByRole('form', { name: 'Change Bern' })
  await userEvent.keyboard('City')
  await userEvent.click(within(form).getByRole('checkbox'))
  // Somebody else changes it, and the list is read again.
  views[0] = view({ revision: 3 })
  await act(() => queryClient.refetchQueries({ queryKey: ['views'] }))
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Bern' })))

  await press('Delete Bern')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep'))
  await userEvent.keyboard('{Enter}')
  await press('Delete Bern')
  await press('Delete')
  await screen.findByText('“Bern” is deleted.')
  expect(sent).toEqual([
    ['/admin/views/share', { _id: 'v1', is_shared: true }],
    ['/admin/views/change', { _id: 'v1', name: 'City', revision: 2, query }],
    ['/admin/views/delete', { _id: 'v1' }],
  ])
})

it('opens a view', async () => {
  const { router } = open([view({})])
  await press('Views')
  await userEvent.click(await screen.findByRole('link', { name: 'Bern' }))
  expect(router.state.location).toMatchObject({ pathname: '/people', search: '?source=Bern' })
})

it('lets who only looks change own views, and open shared ones', async () => {
  const owner = { _id: 'a2', full_name: 'Theo' }
  open([view({}), view({ _id: 'v2', name: 'All', is_shared: true, is_own: false, owner })], 'viewer')
  await press('Views')
  expect((await screen.findByRole('link', { name: /^All/ })).textContent).toBe('AllShared by Theo')
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(buttons).toEqual(['Views', 'Change Bern', 'Delete Bern', 'Save as a view'])
})

it('is absent with a backend that is not ours', () => {
  open([], null)
  expect(screen.queryByRole('button', { name: 'Views' })).toBeNull()
})
