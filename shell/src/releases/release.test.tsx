import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RemoteError, type RemoteFailure } from '@interline/federation/runtime'
import { interceptCalls, openShell, release, running, mockServer } from '../test-kit.tsx'
import { reportFailureOf } from '../remotes/failures/report-failure.ts'

interceptCalls()

const liveIs = (answer: () => Response) => mockServer.use(http.get('*/live-release', answer))

describe('a newer release', () => {
  it('is offered with its number, and put off until the next one', async () => {
    let live = 8
    liveIs(() => HttpResponse.json({ number: live }))
    openShell('/')
    expect(await screen.findByText('Release 8 of Interline is ready.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload now' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(screen.queryByText(/is ready/)).toBeNull()
    live = 9
    expect(await screen.findByText('Release 9 of Interline is ready.', {}, { timeout: 6000 })).toBeTruthy()
  })

  it.each([
    ['is the one of this page', () => HttpResponse.json({ number: 7 })],
    ['is an older one', () => HttpResponse.json({ number: 6 })],
    ['cannot be told', () => HttpResponse.json({}, { status: 503 })],
    ['is told in HTML', () => HttpResponse.html('<h1>Bad gateway</h1>')],
  ])('is not offered when the live one %s', async (_, answer) => {
    const requested = vi.fn()
    liveIs(() => {
      requested()
      return answer()
    })
    openShell('/')
    await vi.waitFor(() => expect(requested).toHaveBeenCalled())
    expect(screen.queryByText(/is ready/)).toBeNull()
  })
})

describe('About this screen', () => {
  const facts = async () => {
    const modal = await screen.findByRole('dialog', { name: 'About this screen' })
    return within(modal)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
  }

  it('is in the profile menu, and shows part, version, owner and release', async () => {
    const drivers = running('drivers')
    const owned = { ...drivers.version, descriptor: { ...drivers.version.descriptor, owner: 'Drivers team' } }
    openShell('/drivers', {
      release: {
        ...release,
        createdAt: '2026-11-21T12:00:00.000Z',
        remotes: { ...release.remotes, drivers: owned },
        shell: { ...owned, descriptor: { version: '1.0.0', build: 'sss' } },
      } as unknown as typeof release,
    })
    await userEvent.click(await screen.findByRole('button', { name: /Admin/ }))
    await userEvent.click(screen.getByRole('button', { name: 'About this screen' }))
    expect(await facts()).toEqual([
      'Drivers (drivers)',
      '1.0.0-abc',
      'Drivers team',
      'http://drivers.test',
      '7 · 11/21/2026 12:00 PM',
      '1.0.0-sss',
    ])
  })
})

describe('a report of a remote that failed', () => {
  const failure = {
    remote: 'drivers',
    version: running('drivers').version,
    phase: 'load',
    error: new RemoteError('drivers', 'broken', new Error('x'.repeat(400))),
  } satisfies RemoteFailure
  let sent: unknown[]
  beforeEach(() => {
    sent = []
    mockServer.use(
      http.post('*/reports', async ({ request }) => {
        sent.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
  })

  it('names release, remote, version, phase and its page load, once', async () => {
    const page = { serverTiming: [{ name: 'load', description: '7.abc' }] } as unknown as PerformanceEntry
    vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) => (type === 'navigation' ? [page] : []))
    const report = reportFailureOf(7)
    report(failure)
    report(failure)
    report({ ...failure, phase: 'mount' })
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]).toEqual({
      release: 7,
      remote: 'drivers',
      version: '1.0.0-abc',
      phase: 'load',
      message: 'x'.repeat(300),
      load: '7.abc',
    })
  })
})
