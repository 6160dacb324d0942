import { test as base } from '@playwright/test'
import { sessionState } from '../harness/backend/session-state.ts'
import { readRounds, type Round } from './rounds.ts'
import { watchPage, type Watched } from './watch-page.ts'

export { expect } from '@playwright/test'

/** The finding of one check. */
type Check = { title: string; state: 'ok' | 'failed' | 'skipped'; reason: string }

/** Thrown by a check that finds nothing to look at. */
export class NothingToTry extends Error {}

const { session } = readRounds()

type Fixtures = {
  round: Round
  watched: Watched
  /**
   * Looks at one thing; it fails as well when anything went wrong in the page meanwhile. What it found goes into the
   * report.
   */
  check: (title: string, act: () => Promise<void>) => Promise<void>
}

/** One page for all checks of a pair: only the first of them pays for a cold browser. */
export const test = base.extend<Fixtures>({
  round: [{ url: '', shell: '', remotes: [] }, { option: true }],
  baseURL: async ({ round }, use) => use(round.url),
  storageState: async ({ round }, use) => use(sessionState(round.url, session)),

  watched: async ({ page }, use) => {
    // A page with saved data gets no prefetch: all of it is of the shell and of the remote that is visited.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await use(watchPage(page))
  },

  check: async ({ watched }, use, info) => {
    const checks: Check[] = []
    await use(async (title, act) => {
      const thrown = await act().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      )
      const problems = [...new Set(watched.problems.splice(0))]
      const skipped = thrown instanceof NothingToTry && problems.length === 0
      const state = skipped ? 'skipped' : thrown || problems.length > 0 ? 'failed' : 'ok'
      checks.push({ title, state, reason: [...(thrown ? [thrown.message] : []), ...problems].join('\n') })
    })
    await info.attach('found', {
      body: JSON.stringify({ checks, calls: await watched.calls() }),
      contentType: 'application/json',
    })
    const failed = checks.filter(({ state }) => state === 'failed')
    if (failed.length > 0) throw new Error(failed.map(({ title, reason }) => `${title}\n${reason}`).join('\n'))
  },
})
