import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it, onTestFinished, vi } from 'vitest'
import { session } from '@interline/shared/session'
import { interceptCalls, mockServer, openShell, serve } from '../test-kit.tsx'
import { makeRoundTrip } from '@interline/shared/testing'
import * as idle from './watch-idle.ts'

interceptCalls()

const office = {
  _id: 'a1',
  full_name: 'Maya Lindqvist',
  email: 'maya@interline.test',
  role: 'admin' as const,
  admin_role: 'owner' as const,
  profile_picture: null,
}

it('shows the warning as long as it is warned, and ends the session as one that expired', async () => {
  const watched = vi.spyOn(idle, 'watchIdle').mockReturnValue(() => undefined)
  session.getState().signIn({ token: 'T', user: office })
  openShell('/users', { signedIn: false })
  await waitFor(() => expect(watched).toHaveBeenCalled(), { timeout: 20_000 })
  const deps = watched.mock.calls.at(-1)?.[0]
  act(() => deps?.warn(42))
  expect((await screen.findByRole('timer', undefined, { timeout: 20_000 })).textContent).toMatch(
    /^You will be signed out in 42 seconds/,
  )
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toBeTruthy()
  act(() => deps?.warn(null))
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
  act(() => deps?.end())
  expect(await screen.findByText('Your session ended. Please sign in again.')).toBeTruthy()
  expect(session.getState().endedBecause).toBe('expired')
})

it('reports an act to the backend', async () => {
  const sent = serve('post', '/admin/account/active', () =>
    HttpResponse.json({ success: true, data: { idle_minutes: 5 } }),
  )
  session.getState().signIn({ token: 'T', user: office })
  openShell('/users', { signedIn: false })
  await waitFor(() => expect(sent[0]?.body).toEqual({ idle_seconds: 0 }), { timeout: 20_000 })
})

it('does not wait for an act where the person saves data', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  const sent = serve('post', '/admin/account/active', () =>
    HttpResponse.json({ success: true, data: { idle_minutes: 5 } }),
  )
  session.getState().signIn({ token: 'T', user: office })
  openShell('/users', { signedIn: false })
  await waitFor(() => expect(sent[0]?.body).toEqual({ idle_seconds: 0 }), { timeout: 20_000 })
})

it('reports nothing to a backend without roles', async () => {
  const sent = serve('post', '/admin/account/active', () => HttpResponse.json({ success: true }))
  const { remotes } = openShell('/users')
  // This waits for the first screen, too.
  await waitFor(() => expect(remotes.prefetch).toHaveBeenCalled(), { timeout: 20_000 })
  await makeRoundTrip(mockServer)
  expect(sent).toEqual([])
})
