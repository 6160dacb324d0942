import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { History } from '@interline/federation/runtime'
import { interceptCalls, openShell, mockServer } from '../../test-kit.tsx'

interceptCalls()
afterEach(() => void vi.useRealTimers())

const history: History = {
  live: {
    number: 7,
    createdAt: '2026-11-21T12:00:00.000Z',
    createdBy: 'mara',
    reason: 'details',
    parts: [
      {
        part: 'shell',
        title: 'Interline',
        owner: 'Platform team',
        version: '1.0.0-sss',
        origin: 'http://shell.test',
        fallback: null,
        off: null,
        settings: [],
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
  freeze: null,
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
    const changes = [
      { part: 'drivers', from: '1.0.0-aaa', to: '1.1.0-bbb' },
      { part: 'drivers', from: null, to: 'days=14' },
    ]
    const canary = { ...history.live, number: 8, percent: 12.5, held: null, changes }
    answers({ canary })
    openShell('/releases')
    const groups = await region('Who gets what')
    expect(within(groups).getByText('87.5 % of administrators')).toBeTruthy()
    expect(within(groups).getByText('12.5 % of administrators')).toBeTruthy()
    expect(within(groups).getByText('drivers: 1.0.0-aaa → 1.1.0-bbb')).toBeTruthy()
    expect(within(groups).getByText('drivers: none → days=14')).toBeTruthy()
    answers({
      canary: { ...canary, held: { at: '2026-11-21T12:00:00.000Z', reason: 'pages told 5 times of drivers' } },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Releases' }))
    expect(await within(groups).findByText('On hold, nobody gets it: pages told 5 times of drivers')).toBeTruthy()
    expect(within(groups).getByText('Everybody')).toBeTruthy()
  })

  it('lists failures, the freeze, and a log that was altered', async () => {
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
      freeze: {
        by: 'mara',
        at: '2026-11-21T12:00:00.000Z',
        reason: 'audit week',
        until: '2026-12-24T12:00:00.000Z',
      },
      broken: 'entry 3 was altered',
    })
    openShell('/releases')
    expect((await region('Failures in people’s pages')).textContent).toMatch(
      /drivers 1\.1\.0-bbbIts screen threw · 3 times · Release 7 · .*no fleet/,
    )
    const frozen = screen.getByText('Frozen by mara: audit week').closest('[role=alert]')
    expect(frozen?.textContent).toMatch(/ until 12\/24\/2026/)
    expect(screen.getByText('The log was altered: entry 3 was altered')).toBeTruthy()
  })

  it('has a log of who did what, when, why, and what it changed', async () => {
    answers({
      entries: [
        ...history.entries,
        {
          number: 11,
          at: '2026-11-21T11:00:00.000Z',
          by: 'ines',
          action: 'publish',
          release: null,
          reason: '',
          changes: [],
        },
      ],
    })
    openShell('/releases')
    const [first, second] = within(await region('History'))
      .getAllByRole('listitem')
      .filter(({ dataset }) => dataset.action)
    expect(first?.textContent).toMatch(/^PinnedRelease 7detailsmara · .*drivers: 1\.0\.0-aaa → 1\.1\.0-bbb$/)
    expect(second?.textContent).toMatch(/^Publishedines · /)
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
