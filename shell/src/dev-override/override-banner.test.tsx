import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DevRemote, SourceState } from '@interline/federation/dev-override'
import { session } from '@interline/shared/session'
import { interceptCalls, release, remotesThat, mockServer } from '../test-kit.tsx'
import { leaveWithSession, OverrideBanner } from './override-banner.tsx'

interceptCalls()
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = vi.fn()
    disconnect = vi.fn()
  },
)

const override = { remote: 'drivers', origin: 'http://localhost:3190' }
const methods: string[] = []
beforeEach(() => {
  methods.length = 0
  mockServer.use(
    http.all('*/dev-override', ({ request }) => {
      methods.push(request.method)
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

function open(first: SourceState) {
  let state = first
  let notify: () => void = () => undefined
  const stop = vi.fn()
  const overridden: DevRemote = {
    override,
    release,
    remotes: remotesThat(),
    follow: vi.fn(() => stop),
    state: () => state,
    subscribe: (listener) => {
      notify = listener
      return () => undefined
    },
  }
  const { unmount } = render(<OverrideBanner overridden={overridden} />)
  return { overridden, stop, unmount, set: (next: SourceState) => act(() => ((state = next), notify())) }
}

describe('the banner of a part from source', () => {
  it('says which part, from where, and follows its builds', () => {
    const { overridden, unmount, stop } = open({ status: 'running', build: '0123456789ab', message: '' })
    const banner = screen.getByRole('complementary', { name: 'A part runs from source' })
    expect(banner.textContent).toContain('Drivers runs from http://localhost:3190')
    expect(screen.getByRole('status').textContent).toBe('Build 0123456789ab')
    expect(overridden.follow).toHaveBeenCalled()
    unmount()
    expect(stop).toHaveBeenCalled()
  })

  it.each([
    [{ status: 'building', build: 'a', message: '' }, 'Building…'],
    [{ status: 'failed', build: 'a', message: 'src/x.tsx:7' }, 'The last build has errors.'],
    [{ status: 'refused', build: 'a', message: 'no' }, 'The last build was not taken.'],
    [{ status: 'routes', build: 'a', message: '' }, /reload to see them/],
    [{ status: 'away', build: 'a', message: '' }, 'http://localhost:3190 does not answer.'],
    [{ status: 'away', build: null, message: '' }, 'http://localhost:3190 does not answer. The released version runs.'],
  ] as const)('says how its last build stands: %j', (state, text) => {
    const { set } = open({ status: 'running', build: 'a', message: '' })
    set(state)
    expect(screen.getByRole('status').textContent).toMatch(text)
    expect(screen.queryByText('Show errors') !== null).toBe(state.message !== '')
    if (state.message) expect(screen.getByText(state.message)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reload page' }) !== null).toBe(state.status === 'routes')
  })

  it('leaves once', async () => {
    open({ status: 'running', build: 'a', message: '' })
    const leave = screen.getByRole('button', { name: 'Leave' }) as HTMLButtonElement
    await userEvent.click(leave)
    expect(leave.disabled).toBe(true)
    await vi.waitFor(() => expect(methods).toEqual(['DELETE']))
  })
})

describe('a dev override is over', () => {
  it.each([
    ['expired', 1],
    ['elsewhere', 1],
    ['signed-out', 0],
  ] as const)('when its session is (%s)', async (because, times) => {
    session.getState().signIn({
      token: 'T',
      user: { _id: 'a1', full_name: 'Maya', email: 'maya@interline.test', role: 'admin', profile_picture: null },
    })
    const leave = vi.fn()
    const stop = leaveWithSession(leave)
    session.getState().signOut(because)
    expect(leave).toHaveBeenCalledTimes(times)
    // Log Out loads a page by itself; the override ends all the same.
    if (times === 0) await vi.waitFor(() => expect(methods).toEqual(['DELETE']))
    stop()
  })
})
