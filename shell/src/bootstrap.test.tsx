import type { Root } from 'react-dom/client'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { http, HttpResponse } from 'msw'
import { interceptCalls, release, remotesThat, mockServer } from './test-kit.tsx'

const runtime = vi.hoisted(() => ({ openRemotes: vi.fn(), sealIntegrity: vi.fn() }))
const overridden = vi.hoisted(() => ({ openDevRemote: vi.fn() }))
vi.mock('@interline/federation/dev-override', () => overridden)
vi.mock('@interline/federation/runtime', async (original) => ({ ...(await original<object>()), ...runtime }))

// This drawing stays for the life of the page, which the next test file shares.
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
const element = (id: string) => document.getElementById(id) as HTMLElement
let listen: ReturnType<typeof spyOnListeners>
beforeEach(() => {
  listen = spyOnListeners()
  vi.resetModules()
  document.body.innerHTML = '<div id="root"></div><script type="application/json" id="interline-release"></script>'
  element('interline-release').textContent = JSON.stringify(release)
  runtime.openRemotes.mockReset().mockReturnValue(remotesThat())
})

it('registers remotes and draws a screen of the release in the page', async () => {
  await import('./bootstrap.tsx')
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(runtime.openRemotes).toHaveBeenCalledWith(release, expect.any(Function), expect.anything())
})

it.each([
  ['carries no release', () => element('interline-release').remove(), 'This page carries no release that can be read'],
  [
    'carries half a release',
    () => (element('interline-release').textContent = '{"number":'),
    'This page carries no release that can be read',
  ],
  [
    'carries a release that does not start',
    () =>
      runtime.openRemotes.mockImplementation(() => {
        throw new Error('no remotes')
      }),
    'no remotes',
  ],
])('§8 says why nothing was started when the page %s', async (_, spoil, message) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  spoil()
  await import('./bootstrap.tsx')
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull()
})

describe('a page with a dev override', () => {
  const override = { remote: 'drivers', origin: 'http://localhost:3190' }
  const methods: string[] = []
  beforeEach(() => {
    methods.length = 0
    overridden.openDevRemote.mockReset()
    document.body.innerHTML += `<script type="application/json" id="interline-dev-override">${JSON.stringify(override)}</script>`
    mockServer.use(
      http.delete('*/dev-override', ({ request }) => {
        methods.push(request.method)
        return new HttpResponse(null, { status: 204 })
      }),
    )
  })
  const signIn = async () =>
    (await import('@interline/shared/session')).session.getState().signIn({
      token: 'T',
      user: { _id: 'a1', full_name: 'Maya', email: 'maya@interline.test', role: 'admin', profile_picture: null },
    })
  afterEach(async () => (await import('@interline/shared/session')).session.getState().signOut('expired'))

  it('runs what it says, with the banner, after the hashes of the release are sealed', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = vi.fn()
        disconnect = vi.fn()
      },
    )
    await signIn()
    const state = { status: 'running', build: 'abc', message: '' }
    overridden.openDevRemote.mockImplementation(async (asked) => {
      expect(asked).toEqual(override)
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

  it('runs the released version where nobody is signed in, and ends the override', async () => {
    await import('./bootstrap.tsx')
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
    expect(runtime.openRemotes).toHaveBeenCalledWith(release, expect.any(Function), expect.anything())
    expect(overridden.openDevRemote).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(methods).toEqual(['DELETE']))
  })

  it('runs the released version when the code behind it does not load', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await signIn()
    overridden.openDevRemote.mockRejectedValue(new Error('no chunk'))
    await import('./bootstrap.tsx')
    await vi.waitFor(() =>
      expect(runtime.openRemotes).toHaveBeenCalledWith(release, expect.any(Function), expect.anything()),
    )
    expect(screen.queryByRole('complementary', { name: 'A part runs from source' })).toBeNull()
  })
})
