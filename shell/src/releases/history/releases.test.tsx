import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { History, ReleaseDiff } from '@interline/federation/runtime'
import { interceptCalls, openShell, mockServer } from '../../test-kit.tsx'

interceptCalls()
afterEach(() => void vi.useRealTimers())

const diff: ReleaseDiff = {
  from: 6,
  to: 7,
  parts: [
    {
      part: 'drivers',
      from: '1.0.0-aaa',
      to: '1.1.0-bbb',
      bytes: { from: 2000, to: 1500 },
      files: { added: [{ path: 'routes.2.js', bytes: 1500 }], removed: [] },
      ranges: [{ name: 'react', from: '^19.0.0', to: '^19.3.0' }],
      routes: { added: ['/fleet'], removed: [] },
      backend: { added: [], removed: ['GET /admin/drivers'] },
    },
  ],
  off: [],
  settings: [{ part: 'drivers', key: 'days', from: null, to: 14 }],
}
const history: History = {
  live: {
    number: 7,
    createdAt: '2026-11-21T12:00:00.000Z',
    createdBy: 'mara',
    reason: 'details',
    expiresAt: '2027-02-19T12:00:00.000Z',
    parts: [
      {
        part: 'shell',
        title: 'Interline',
        owner: 'Platform team',
        version: '1.0.0-sss',
        origin: 'http://shell.test',
        fallback: null,
        off: null,
      },
      {
        part: 'drivers',
        title: 'Drivers',
        owner: 'Drivers team',
        version: '1.1.0-bbb',
        origin: 'http://drivers.test',
        fallback: '1.0.0-aaa',
        off: 'Back at noon',
        settings: [
          { key: 'notice', value: '', isDefault: true, description: 'a line above' },
          { key: 'days', value: 14, isDefault: false, description: 'how many' },
        ],
      },
    ],
  },
  canary: null,
  lock: null,
  failures: [],
  entries: [
    {
      number: 12,
      at: '2026-11-21T12:00:00.000Z',
      by: 'mara',
      action: 'pin',
      release: 7,
      reason: 'details',
      changes: [{ part: 'drivers', from: '1.0.0-aaa', to: '1.1.0-bbb' }],
    },
  ],
  next: null,
  broken: null,
}

const answers = (differ: Partial<History> = {}) =>
  mockServer.use(http.get('*/release-history', () => HttpResponse.json({ ...history, ...differ })))
const region = (name: string) => screen.findByRole('region', { name })

describe('Releases', () => {
  it('says what everybody gets, and each part with its owner, version and last known good', async () => {
    answers()
    openShell('/releases')
    expect((await region('Who gets what')).textContent).toMatch(/EverybodyRelease 7detailsby mara/)
    const parts = within(await region('Parts of release 7')).getAllByRole('listitem')
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'Interline shellPlatform teamVersion1.0.0-sssLast known goodnoneServed fromhttp://shell.test',
      'Drivers driversDrivers teamSwitched off: Back at noonVersion1.1.0-bbbLast known good1.0.0-aaaServed fromhttp://drivers.testSetting noticea line aboveno text (default)Setting dayshow many14',
    ])
    expect(screen.getByText('No page told of a failure.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Release 7' }).getAttribute('href')).toBe('/releases')
  })

  it('shows the group of a canary what it gets besides, and that nobody gets it while it is on hold', async () => {
    const canary = { ...history.live, number: 8, canaryOf: 7, percent: 12.5, held: null, diff }
    answers({ canary })
    openShell('/releases')
    const groups = await region('Who gets what')
    expect(within(groups).getByText('87.5 % of administrators')).toBeTruthy()
    expect(within(groups).getByText('12.5 % of administrators')).toBeTruthy()
    expect(within(groups).getByText('Route /fleet')).toBeTruthy()
    expect(within(groups).getByText('days: default → 14')).toBeTruthy()
    answers({
      canary: { ...canary, held: { at: '2026-11-21T12:00:00.000Z', reason: 'pages told 5 times of drivers' } },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Releases' }))
    expect(await within(groups).findByText('On hold, nobody gets it: pages told 5 times of drivers')).toBeTruthy()
    expect(within(groups).getByText('Everybody')).toBeTruthy()
  })

  it('lists failures, the lock, and a log that was altered', async () => {
    answers({
      failures: [
        {
          release: 7,
          remote: 'drivers',
          version: '1.1.0-bbb',
          phase: 'mount',
          count: 3,
          at: '2026-11-21T12:00:00.000Z',
          message: 'no fleet',
        },
      ],
      lock: { by: 'mara', at: '2026-11-21T12:00:00.000Z', reason: 'audit week' },
      broken: 'entry 3 was altered',
    })
    openShell('/releases')
    expect((await region('Failures in people’s pages')).textContent).toMatch(
      /drivers 1\.1\.0-bbbIts screen threw · 3 times · Release 7 · .*no fleet/,
    )
    expect(screen.getByText('Locked by mara: audit week')).toBeTruthy()
    expect(screen.getByText('The log was altered: entry 3 was altered')).toBeTruthy()
  })

  it('shows who approved a change, what went past approvals, and until when the releases are locked', async () => {
    const entry = { number: 13, at: '2026-11-21T12:00:00.000Z', by: 'mara', release: 8, reason: 'sign-in', changes: [] }
    answers({
      lock: { by: 'ines', at: '2026-11-21T12:00:00.000Z', reason: 'audit week', until: '2026-12-24T12:00:00.000Z' },
      entries: [
        { ...entry, action: 'pin', approvedBy: ['mara', 'ines'], breakGlass: 'nobody can work' },
        { ...entry, number: 12, release: null, action: 'managers' },
      ],
    })
    openShell('/releases')
    const [first, second] = within(await region('History')).getAllByRole('listitem')
    expect(first?.textContent).toMatch(
      /^PinnedRelease 8sign-inBreak-glass, past approvals or a freeze: nobody can workmara · .* · approved by mara, ines/,
    )
    expect(second?.textContent).toMatch(/^Managers or policy changedsign-inmara/)
    const lock = (await screen.findByText('Locked by ines: audit week')).closest('[role=alert]')
    expect(lock?.textContent).toMatch(/ until 12\/24\/2026/)
  })

  it('follows what others change while it stays open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    answers()
    openShell('/releases')
    await region('Parts of release 7')
    answers({ live: { ...history.live, number: 8 } })
    vi.advanceTimersByTime(10_000)
    expect(await region('Parts of release 8')).toBeTruthy()
  })

  it('shows what a release of the history changed, when it is asked', async () => {
    answers()
    mockServer.use(http.get('*/release-history/7', () => HttpResponse.json(diff)))
    openShell('/releases')
    const log = await region('History')
    expect(within(log).getByText('drivers: 1.0.0-aaa → 1.1.0-bbb')).toBeTruthy()
    await userEvent.click(within(log).getByRole('button', { name: 'Show what changed in release 7, entry 12' }))
    expect(await within(log).findByText('1.0.0-aaa → 1.1.0-bbb, 1,500 bytes (−500)')).toBeTruthy()
    const lines = within(log)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(lines).toEqual(
      expect.arrayContaining([
        'Added:Route /fleet',
        'Removed:Call GET /admin/drivers',
        'Changed:react: ^19.0.0 → ^19.3.0',
        'Added:File routes.2.js, 1,500 bytes',
      ]),
    )
    await userEvent.click(within(log).getByRole('button', { name: 'Hide what changed in release 7, entry 12' }))
    expect(within(log).queryByText('Route /fleet')).toBeNull()
  })

  it('reads on in the log', async () => {
    mockServer.use(
      http.get('*/release-history', ({ request }) => {
        const before = new URL(request.url).searchParams.get('before')
        const entry = {
          ...history.entries[0],
          release: null,
          changes: [],
          number: before === null ? 12 : 11,
          reason: before === null ? 'newest' : 'oldest',
        }
        return HttpResponse.json({ ...history, entries: [entry], next: before === null ? 12 : null })
      }),
    )
    openShell('/releases')
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }))
    expect(await screen.findByText('oldest')).toBeTruthy()
    expect(screen.getByText('newest')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  it('says so when it cannot be read, keeps the session, and tries again', async () => {
    mockServer.use(
      http.get('*/release-history', () =>
        HttpResponse.json({ title: 'Only an administrator may see this' }, { status: 401 }),
      ),
    )
    openShell('/releases')
    expect(await screen.findByText('The releases could not be loaded', {}, { timeout: 20_000 })).toBeTruthy()
    answers()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await region('Parts of release 7')).toBeTruthy()
  })

  it('is for the signed-in', async () => {
    openShell('/releases', { signedIn: false })
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  })
})
