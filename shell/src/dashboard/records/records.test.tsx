import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { AdminRole } from '@interline/shared/contract'
import { session } from '@interline/shared/session'
import { interceptCalls, openShell, serve } from '../../test-kit.tsx'
import { changeOf } from './trend.tsx'

interceptCalls()
// The library of the charts takes long to compile.
beforeAll(async () => void (await import('../charts/charts.tsx')), 120_000)

const none = { count: 0, isMore: false, oldest: null }
const waiting = {
  drivers: { count: 10_000, isMore: true, oldest: '2024-01-01T00:00:00.000Z' },
  reverifications: { count: 3, isMore: false, oldest: null },
  pending: { count: 2, isMore: false, oldest: '2024-01-01T00:00:00.000Z' },
  started: none,
  chats: { count: 1, isMore: false, oldest: '2024-01-01T00:00:00.000Z' },
  documents: { count: 4, isMore: false, oldest: null },
}
const trend = { now: 6, before: 4 }
const trends = {
  user_count: trend,
  driver_count: { now: 3, before: 4 },
  created_rides: { now: 4, before: 4 },
  completed_rides: { now: 4, before: 0 },
  today_registered_users: trend,
  weekly_registered_users: trend,
  android_users: trend,
  ios_users: trend,
}
const days = [
  { day: '2024-05-01', users: 2, drivers: 1, rides: 5, bookings: 6, completed: 3, canceled: 1, rejected: 0 },
  { day: '2024-05-02', users: 0, drivers: 0, rides: 0, bookings: 0, completed: 0, canceled: 0, rejected: 0 },
]
const corridors = [
  { source: 'Austin, TX', destination: 'Dallas, TX', bookings: 5, completed: 3, revenue: 120.5 },
  { source: 'Boston, MA', destination: 'New York, NY', bookings: 1, completed: 1, revenue: 900 },
]

const ok = (data: object) => () => HttpResponse.json({ success: true, data })
let seen: (() => void)[] = []

beforeEach(() => {
  seen = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(() => notify([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

/** The dashboard as an administrator of this role sees it, with what it asked the API for. */
function openAs(admin_role: AdminRole, path = '/') {
  const figures = { user_count: 5, driver_count: 6, created_rides: 7, completed_rides: 8, booking_count: 9 }
  const registered = { today_registered_users: 1, weekly_registered_users: 2, android_users: 3, ios_users: 2 }
  serve('get', '/admin/dashboard/analysis', ok({ ...figures, ...registered }))
  const asked = {
    attention: serve('get', '/admin/dashboard/attention', ok(waiting)),
    trends: serve('get', '/admin/dashboard/trends', ok(trends)),
    activity: serve('get', '/admin/dashboard/activity', ok({ days, corridors })),
  }
  const user = { _id: 'a1', full_name: 'M', email: 'm@interline.test', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 'T', user: { ...user, admin_role } })
  return { ...openShell(path, { signedIn: false }), asked }
}

const attention = async () => within(await screen.findByRole('region', { name: 'Needs attention' }))

it('leads from each figure that waits to its rows, and from none that does not', async () => {
  openAs('admin')
  const links = await waitFor(async () => {
    const all = (await attention()).getAllByRole('link')
    expect(all).toHaveLength(5)
    return all
  })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['10,000+', '/drivers?waiting=verification&sort=createdAt'],
    ['3', '/drivers?reverify_status=Pending&sort=createdAt'],
    ['2', '/user-rides?hanging=Pending&sort=createdAt'],
    ['1', '/chats?show=unanswered'],
    ['4', '/drivers/queue?view=expiring'],
  ])
})

it('shows no documents to who may not review', async () => {
  openAs('viewer')
  await waitFor(async () => expect((await attention()).getAllByRole('link')).toHaveLength(4))
  expect((await attention()).queryByText(/Documents/)).toBeNull()
})

it('says that it failed, and loads on Retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { asked } = openAs('admin')
  serve('get', '/admin/dashboard/attention', () => HttpResponse.json({ title: 'no' }, { status: 400 }))
  const section = await attention()
  await userEvent.click(await section.findByRole('button', { name: 'Retry' }))
  serve('get', '/admin/dashboard/attention', ok(waiting))
  await userEvent.click(await section.findByRole('button', { name: 'Retry' }))
  expect(await section.findByText('10,000+')).toBeTruthy()
  expect(asked.activity).toHaveLength(0)
})

it('tells how this week went beside the week before', async () => {
  openAs('support')
  const card = async (title: string) => {
    await screen.findAllByText(/before|by now yesterday/)
    return screen.getByRole('heading', { name: title }).closest('article')?.textContent
  }
  expect(await card('Total Users')).toContain('↑ 50% 50 percent more:6 in 7 days, 4 before')
  expect(await card('Total Drivers')).toContain('↓ 25% 25 percent fewer:3 in 7 days, 4 before')
  expect(await card('Total Created Rides')).toContain('→ 0% As many:')
  expect(await card('Total Completed Rides')).toMatch(/8 ?4 in 7 days, 0 before$/)
  expect(changeOf({ now: 1, before: 0 })).toBeNull()
})

it('asks a backend of SPEC §7 for nothing of it', async () => {
  serve('get', '/admin/dashboard/analysis', ok({ user_count: 5, ios_users: 7 }))
  openShell('/')
  await screen.findByText('7')
  expect(screen.queryByText('Needs attention')).toBeNull()
  expect(screen.getAllByRole('link', { name: /^\d+$/ })).toHaveLength(1)
  expect(seen).toEqual([])
})

it('loads the charts when they are seen; each has its figures as a table', async () => {
  const { asked } = openAs('viewer', '/?period=7')
  await waitFor(() => expect(seen).not.toEqual([]))
  expect(asked.activity).toHaveLength(0)
  act(() => seen.at(-1)?.())
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table: Registrations' }))
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(['DayUsersDrivers', '05/01/202421', '05/02/202400', 'Sum21'])
  expect(screen.getByRole('radio', { name: '7 days' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart: Registrations' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Completion' }))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain('05/01/202475%')
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain('05/02/2024–')
})

it('orders corridors by bookings or by revenue', async () => {
  openAs('viewer')
  await waitFor(() => expect(seen).not.toEqual([]))
  act(() => seen.at(-1)?.())
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table: Corridors' }))
  const first = () => screen.getAllByRole('row')[1]?.textContent
  expect(first()).toBe('Austin, TX → Dallas, TX53121 $')
  await userEvent.click(screen.getByRole('radio', { name: 'Revenue' }))
  expect(first()).toBe('Boston, MA → New York, NY11900 $')
})

it('keeps a chosen period in the address, and takes a range only when it is one', async () => {
  const { at, asked } = openAs('viewer')
  await waitFor(() => expect(seen).not.toEqual([]))
  act(() => seen.at(-1)?.())
  await userEvent.click(await screen.findByRole('radio', { name: '90 days' }))
  expect(at()).toBe('/?period=90')
  await userEvent.click(screen.getByRole('radio', { name: 'Range' }))
  expect(at()).toMatch(/^\/\?from=[\d-]{10}&to=[\d-]{10}$/)
  const before = at()
  await userEvent.clear(screen.getByLabelText('From'))
  expect(['From', 'To'].map((end) => screen.getByLabelText(end).dataset.blank)).toEqual(['true', 'false'])
  expect(screen.getByText(/Choose a first day and a last day/).getAttribute('role')).toBe('status')
  expect(at()).toBe(before)
  await waitFor(() => expect(asked.activity.length).toBeGreaterThan(1))
})
