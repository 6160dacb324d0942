import { act, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Release } from '@interline/federation/runtime'
import type { AdminRole } from '@interline/shared/contract'
import { createMemoryRouter, RouterProvider } from '@interline/shared/router'
import { session } from '@interline/shared/session'
import { interceptCalls, openShell, release } from '../test-kit.tsx'
import { Permitted } from './permitted.tsx'

interceptCalls()

const { drivers, users, chat } = release.remotes
/** Drivers need one permission, Users one for their entry alone, Chats one that no shell knows. */
const guarded = {
  ...release,
  remotes: {
    drivers: { ...drivers, descriptor: { ...drivers?.descriptor, permissions: { '/drivers': 'drivers:write' } } },
    users: {
      ...users,
      descriptor: {
        ...users?.descriptor,
        sidebar: users?.descriptor.sidebar.map((entry) => ({ ...entry, permission: 'exports:read' })),
      },
    },
    chat: { ...chat, descriptor: { ...chat?.descriptor, permissions: { '/chats': 'tomorrow:read' } } },
  },
} as unknown as Release

const open = (path: string, admin_role?: AdminRole) => {
  openShell(path, { release: guarded })
  if (admin_role) act(() => session.getState().takeRole(admin_role))
}
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

it.each([
  [undefined, ['Dashboard', 'Drivers', 'Users']],
  ['owner', ['Dashboard', 'Drivers', 'Users']],
  ['viewer', ['Dashboard']],
] as const)('shows the entries that a role permits: %s', async (role, wanted) => {
  // The dashboard would ask for what the role permits.
  open('/nowhere', role)
  await screen.findByRole('navigation', { name: 'Main' })
  expect(entries()).toEqual(wanted)
})

it('says of a visited screen that the role may not open it, and opens it once the role may', async () => {
  open('/drivers', 'viewer')
  expect(await screen.findByRole('heading', { name: 'Your role may not open this' })).toBeTruthy()
  expect(screen.queryByText('Screen at /drivers')).toBeNull()
  act(() => session.getState().takeRole('admin'))
  expect(await screen.findByText('Screen at /drivers')).toBeTruthy()
  expect(entries()).toContain('Drivers')
})

it('opens to nobody what needs a permission that it does not know', async () => {
  open('/chats', 'owner')
  expect(await screen.findByRole('heading', { name: 'Your role may not open this' })).toBeTruthy()
})

it('opens what names no permission to everybody', async () => {
  open('/users', 'viewer')
  expect(await screen.findByText('Screen at /users')).toBeTruthy()
})

const drawRecord = (id: string) => {
  const element = <Permitted permission={undefined}>The record</Permitted>
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/x/:id', element }], { initialEntries: [`/x/${id}`] })} />,
  )
}

it.each([
  ...['50%', '%E0%A4%A', '..%2F..%2Fadmin', '%00', '%3Cscript%3E', '%F0%9F%9A%97', 'a%2Fb', 'a%20b', '%252e', '-%0A'],
  'x'.repeat(10_000),
])('says that there is no such page at an address whose id cannot be one (%#)', (id) => {
  drawRecord(id)
  expect(screen.getByRole('heading', { name: '404' })).toBeTruthy()
  expect(screen.queryByText('The record')).toBeNull()
})

it.each(['65a1b2c30000000000000001', '42', '__proto__', 'auth0%7C65a1', 'jane@example.com'])(
  'opens the record with an id that can be one: %s',
  (id) => {
    drawRecord(id)
    expect(screen.getByText('The record')).toBeTruthy()
  },
)
