import { useEffect, useLayoutEffect } from 'react'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { interceptCalls, openShell, remotesThat, running } from '../../test-kit.tsx'

interceptCalls()

it('draws the screens that may come next once, outside of the page and without their effects', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [drawn, effect] = [vi.fn(), vi.fn()]
  const Users = () => {
    useEffect(() => effect(), [])
    useLayoutEffect(() => effect(), [])
    drawn(document.querySelectorAll('h1').length)
    return <h1>Users</h1>
  }
  const Chats = () => {
    drawn('chats')
    throw new Error('no chats')
  }
  const Drivers = () => void drawn('drivers')
  const loaded = {
    chat: running('chat', [{ path: '/chats', Component: Chats }]),
    drivers: running('drivers', [{ path: '/drivers', Component: Drivers }]),
    users: running('users', [{ path: '/users', Component: Users }]),
  }
  const remotes = remotesThat({ peek: (name) => loaded[name as keyof typeof loaded] })
  const { router } = openShell('/', { remotes })
  for (const name of ['chats', 'drivers', 1])
    await waitFor(() => expect(drawn).toHaveBeenCalledWith(name), { timeout: 20_000 })
  expect(screen.queryByRole('heading', { name: 'Users' })).toBeNull()
  expect(effect).not.toHaveBeenCalled()
  await router.navigate('/users')
  expect(await screen.findByRole('heading', { name: 'Users' })).toBeTruthy()
  expect(effect).toHaveBeenCalled()
})
