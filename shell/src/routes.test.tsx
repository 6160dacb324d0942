import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { usePreferences } from '@interline/shared/session'
import ownRoutes from '../routes.json'
import { routes, screensOf } from './routes.tsx'
import { openShell, interceptCalls, release, remotesThat } from './test-kit.tsx'
import type { RouteObject } from '@interline/shared/router'

interceptCalls()

const text =
  'The page you are attempting to reach is currently not available. This may be because the page does not exist or has been moved.'

it.each([
  ['/error-404', true],
  ['/error-404', false],
  ['/no/such/page', true],
  ['/user-chat/50%', true],
])('§2 shows the not-found page at %s (signed in: %s)', async (path, signedIn) => {
  openShell(path, { signedIn })
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'BACK TO HOME PAGE' }).getAttribute('href')).toBe('/dashboard/default/wide')
})

it('§2 names the chosen layout in the way home', () => {
  usePreferences.setState({ sidebarCollapsed: true })
  openShell('/error-404')
  expect(screen.getByRole('link', { name: 'BACK TO HOME PAGE' }).getAttribute('href')).toBe(
    '/dashboard/default/compact',
  )
})

it('§2 leads from /dashboard/default/{layout} to the dashboard', async () => {
  const { at } = openShell('/dashboard/default/wide')
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  expect(at()).toBe('/')
})

it('§4 shows Sign In at an unknown path to the signed-out', () => {
  const { at } = openShell('/no/such/page', { signedIn: false })
  expect(screen.getByRole('heading', { name: 'Sign In' })).toBeTruthy()
  expect(at()).toBe('/no/such/page')
})

it('takes routes and sidebar from the release', async () => {
  const { router } = openShell('/')
  const entries = () => [...document.querySelectorAll('aside nav a')].map((entry) => entry.textContent)
  expect(entries()).toEqual(['Dashboard', 'Drivers', 'Users', 'Chats'])
  await router.navigate('/user-chat/42')
  expect(await screen.findByText('Screen at /user-chat/:id')).toBeTruthy()
  expect(document.querySelector('aside nav [aria-current]')?.textContent).toBe('Chats')
})

it('moves the focus to the heading of the next screen', async () => {
  const { router } = openShell('/')
  await router.navigate('/drivers')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Screen at /drivers'))
})

it('names in routes.json every screen of its own, so that no remote can take one', () => {
  const pathsOf = ({ path, children = [] }: RouteObject): string[] => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...children.flatMap(pathsOf),
  ]
  const alone = { ...release, remotes: {} }
  const all = [...routes(alone, remotesThat(), vi.fn()), ...screensOf(alone, remotesThat())]
  const own = all.flatMap(pathsOf)
  expect([...new Set(own)].sort()).toEqual([...ownRoutes].sort())
})
