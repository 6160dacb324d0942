import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Release } from '@interline/federation/runtime'
import { queryClient } from '@interline/shared/api'
import type { SavedView } from '@interline/shared/contract'
import { usePreferences, useSession } from '@interline/shared/session'
import { filterEntries, withViews, type SidebarEntry } from './sidebar-entries.ts'
import { Sidebar } from './sidebar.tsx'
import { useViews } from './use-views.ts'
import { openRoutes, startMockServer, translatePage } from '@interline/shared/testing'

const server = setupServer()
const maya = { _id: 'a1', full_name: 'Maya', email: '', role: 'admin' as const, profile_picture: null }
let asked: string[] = []

startMockServer(server)
beforeEach(() => {
  asked = []
  useSession.setState({ user: { ...maya, admin_role: 'viewer' } })
})
afterEach(() => {
  useSession.setState({ user: null })
  usePreferences.setState({ timeZone: null })
  localStorage.clear()
  vi.restoreAllMocks()
})

const view = (_id: string, name: string, path: string, query: string) => ({ _id, name, path, query }) as SavedView
const rememberViews = (views: SavedView[]) =>
  localStorage.setItem('interline-views', JSON.stringify({ of: maya._id, views }))
const night = view('v1', 'Night shift', '/drivers', 'verified=false')
const fresh = view('v2', 'New here', '/users', 'days=7')
const entry = (title: string, path: string): SidebarEntry => ({
  ...{ title, path, icon: 'drivers', remote: 'drivers', isList: true, to: path },
})
const release = {
  remotes: { fleet: { descriptor: { name: 'drivers', routes: ['/drivers', '/drivers/vans', '/users'] } } },
} as unknown as Release
const own = [entry('Drivers', '/drivers'), entry('Users', '/users')]

const serve = (views: object[], counts: object[]) =>
  server.use(
    http.get('*/api/v1/admin/views', () => HttpResponse.json({ success: true, data: views })),
    http.get('*/api/v1/admin/views/counts', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ success: true, data: counts })
    }),
  )

type ShownProps = { isRead?: boolean; isCounted?: boolean; compact?: boolean }

function Shown({ isRead = false, isCounted = true, compact = false }: ShownProps) {
  const entries = withViews(own, release, useViews({ isRead, isCounted }))
  return <Sidebar entries={entries} active="/drivers" compact={compact} onNear={() => undefined} />
}

function show(props: ShownProps = {}, address = '/drivers') {
  openRoutes([{ path: '*', element: <Shown {...props} /> }], address)
}
const links = () => within(screen.getByRole('navigation')).getAllByRole('link')
const texts = () => links().map(({ textContent }) => textContent)

it('stands below the entry of its screen, with the number of its rows when that is known', async () => {
  serve(
    [night, fresh],
    [
      { _id: 'v1', total: 1234 },
      { _id: 'v2', total: 10_001 },
    ],
  )
  show({ isRead: true })
  await waitFor(() =>
    expect(texts()).toEqual(['Drivers', 'Night shift1,234 entries', 'Users', 'New here10,000+ entries']),
  )
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('tz=')
})

it('stands below the entry nearest to its screen, and nowhere when the release has no such screen', () => {
  rememberViews([view('v3', 'Vans', '/drivers/vans', 'fuel=diesel'), view('v4', 'Gone', '/drivers/boats', '')])
  show()
  expect(texts()).toEqual(['Drivers', 'Vans', 'Users'])
  expect(links()[1]?.getAttribute('href')).toBe('/drivers/vans?fuel=diesel')
})

it('is counted only where that is seen, and where there is one', async () => {
  serve([night], [])
  show({ isRead: true, isCounted: false })
  await waitFor(() => expect(texts()).toEqual(['Drivers', 'Night shift', 'Users']))
  cleanup()
  queryClient.clear()
  serve([], [])
  show({ isRead: true })
  await waitFor(() => expect(texts()).toEqual(['Drivers', 'Users']))
  expect(asked).toEqual([])
})

it('loses its number with another time zone in a page that the browser translated', async () => {
  serve([night], [{ _id: 'v1', total: 7 }])
  show({ isRead: true })
  await waitFor(() => expect(texts()).toEqual(['Drivers', 'Night shift7 entries', 'Users']))
  translatePage()
  serve([night], [])
  act(() => {
    usePreferences.setState({ timeZone: 'Asia/Tokyo' })
  })
  await waitFor(() => expect(texts()).toEqual(['Drivers', 'Night shift', 'Users']))
})

it('is current at its address, whatever the page, and its screen is too', () => {
  rememberViews([night, fresh])
  show({}, '/drivers?page=2&verified=false')
  expect(links().map((link) => link.getAttribute('aria-current'))).toEqual(['page', 'true', null, null])
  expect(links()[1]?.getAttribute('href')).toBe('/drivers?verified=false')
})

it('is found by its name, and is not in a folded sidebar', () => {
  expect(
    filterEntries(withViews(own, release, { views: [night, fresh], counts: {} }), 'NIGHT').map(({ title }) => title),
  ).toEqual(['Night shift'])
  rememberViews([night])
  show({ compact: true })
  expect(texts()).toEqual(['Drivers', 'Users'])
})

it('is there from the first moment for whose it is, and for nobody with a backend that is not ours', () => {
  rememberViews([night])
  show()
  expect(texts()).toContain('Night shift')
  act(() => useSession.setState({ user: { ...maya, _id: 'a2', admin_role: 'viewer' } }))
  expect(texts()).not.toContain('Night shift')
  act(() => useSession.setState({ user: maya }))
  expect(texts()).not.toContain('Night shift')
})
