import type { Root } from 'react-dom/client'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReleaseRefused } from '@interline/federation/runtime'
import { http, HttpResponse } from 'msw'
import { interceptCalls, release, remotesThat, mockServer } from './test-kit.tsx'

const runtime = vi.hoisted(() => ({ verifyPageRelease: vi.fn(), openRemotes: vi.fn(), sealIntegrity: vi.fn() }))
const overridden = vi.hoisted(() => ({ openDevRemote: vi.fn() }))
vi.mock('@interline/federation/dev-override', () => overridden)
vi.mock('@interline/federation/runtime', async (original) => ({ ...(await original<object>()), ...runtime }))

// What is drawn here stays for the life of the page, which the next test file shares.
const roots = vi.hoisted((): Root[] => [])
vi.mock('react-dom/client', async (original) => {
  const real = await original<typeof import('react-dom/client')>()
  const createRoot = (...args: Parameters<typeof real.createRoot>) => {
    const root = real.createRoot(...args)
    roots.push(root)
    return root
  }
  return { ...real, createRoot }
})

interceptCalls()
afterEach(() => {
  act(() => roots.splice(0).forEach((root) => root.unmount()))
  for (const [type, listener] of listen.mock.calls) window.removeEventListener(type, listener)
})
const spyOnListeners = () => vi.spyOn(window, 'addEventListener')
let listen: ReturnType<typeof spyOnListeners>
beforeEach(() => {
  listen = spyOnListeners()
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
  expect(runtime.openRemotes).toHaveBeenCalledWith(release, expect.any(Function), expect.anything())
  expect(screen.queryByText(/cannot check/)).toBeNull()
})

it('starts nothing of a release that is refused', async () => {
  runtime.verifyPageRelease.mockRejectedValue(new ReleaseRefused('older', 'release 6 came after release 7'))
  await import('./bootstrap.tsx')
  expect((await screen.findByRole('alert')).dataset.violation).toBe('older')
  expect(runtime.openRemotes).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull()
})

it('says so beside the screen when a release could not be checked', async () => {
  runtime.verifyPageRelease.mockResolvedValue({ release, doubt: 'insecure-address' })
  await import('./bootstrap.tsx')
  expect(await screen.findByText(/cannot check that Interline is genuine/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
})

describe('a page that carries a grant', () => {
  beforeEach(() => {
    document.body.innerHTML += '<script type="application/json" id="interline-grant">{}</script>'
    runtime.verifyPageRelease.mockResolvedValue({ release, doubt: null })
  })

  it('runs what the grant says, with the banner, after the hashes of the release are sealed', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = vi.fn()
        disconnect = vi.fn()
      },
    )
    const override = { remote: 'drivers', origin: 'http://localhost:3190', expiresAt: '2099-01-01T00:00:00.000Z' }
    const state = { status: 'running', build: 'abc', message: '' }
    overridden.openDevRemote.mockImplementation(async () => {
      expect(runtime.sealIntegrity).toHaveBeenCalledWith(release)
      return {
        override,
        release,
        remotes: remotesThat(),
        follow: () => () => undefined,
        subscribe: () => () => undefined,
        state: () => state,
      }
    })
    await import('./bootstrap.tsx')
    expect((await screen.findByRole('complementary', { name: 'A part runs from source' })).textContent).toContain(
      'Drivers runs from http://localhost:3190',
    )
    expect(runtime.openRemotes).not.toHaveBeenCalled()
  })

  it.each([
    ['is for another session, which ends it', async () => ({ refused: 'session' }), ['DELETE']],
    ['was altered', async () => ({ refused: 'altered' }), []],
    ['cannot be looked at', async () => Promise.reject(new Error('no chunk')), []],
  ])('runs the released version when that %s', async (_, answer, methods) => {
    const calls: string[] = []
    mockServer.use(
      http.delete('*/grants', ({ request }) => {
        calls.push(request.method)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
    overridden.openDevRemote.mockImplementation(answer)
    await import('./bootstrap.tsx')
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
    expect(runtime.openRemotes).toHaveBeenCalledWith(release, expect.any(Function), expect.anything())
    expect(screen.queryByRole('complementary', { name: 'A part runs from source' })).toBeNull()
    await vi.waitFor(() => expect(calls).toEqual(methods))
  })
})
