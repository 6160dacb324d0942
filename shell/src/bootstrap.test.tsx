import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ReleaseRefused } from '@interline/federation/runtime'
import { interceptCalls, release, remotesThat } from './test-kit.tsx'

const runtime = vi.hoisted(() => ({ verifyPageRelease: vi.fn(), openRemotes: vi.fn() }))
vi.mock('@interline/federation/runtime', async (original) => ({ ...(await original<object>()), ...runtime }))

interceptCalls()
beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML = '<div id="root"></div>'
  runtime.openRemotes.mockReset().mockReturnValue(remotesThat())
})

it('registers remotes and draws a screen only when the release is verified', async () => {
  let accept: (verified: unknown) => void = () => undefined
  runtime.verifyPageRelease.mockReturnValue(new Promise((resolve) => (accept = resolve)))
  await import('./bootstrap.tsx')
  expect(runtime.openRemotes).not.toHaveBeenCalled()
  accept({ release, doubt: null })
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(runtime.openRemotes).toHaveBeenCalledWith(release, expect.any(Function))
  expect(screen.queryByText(/cannot check/)).toBeNull()
})

it('starts nothing of a release that is refused', async () => {
  runtime.verifyPageRelease.mockRejectedValue(new ReleaseRefused('older', 'release 6 came after release 7'))
  await import('./bootstrap.tsx')
  expect((await screen.findByRole('alert')).dataset.refusal).toBe('older')
  expect(runtime.openRemotes).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull()
})

it('says so beside the screen when a release could not be checked', async () => {
  runtime.verifyPageRelease.mockResolvedValue({ release, doubt: 'insecure-address' })
  await import('./bootstrap.tsx')
  expect(await screen.findByText(/cannot check that Interline is genuine/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
})
