import type { Browser, CDPSession, Page } from '@playwright/test'
import { standing, type Stood } from '../standing/in-page.ts'
import { followRequests, type PageRequest, type RequestedFile } from '../../e2e/harness/page/page-requests.ts'

/** One request of a page. Times in ms since the navigation began; `bytes` as they were transferred, with headers. */
export type TimedRequest = RequestedFile & {
  began: number
  sent: number
  answered: number
  ended: number
  bytes: number
}

/**
 * One first load, until its screen stands: what was asked for until then, when (in ms) the first paint, the standing
 * table and what kept the main thread busy were, and how far what was drawn moved.
 */
export type FirstLoad = {
  page: Page
  requests: TimedRequest[]
  painted: number
  table: number
  shift: number
  longTasks: { began: number; lasted: number }[]
}

type StorageState = NonNullable<Parameters<Browser['newContext']>[0]>['storageState']
type Watched = { stood: Stood; longTasks: FirstLoad['longTasks'] }

/** 10 Mbit/s, 40 ms, a CPU four times slower. */
export const slow = {
  network: { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 },
  cpu: 4,
}

/** Rows of a page of a list, on each side. */
export const pageSize = 20

/** Runs in the page. */
const watching = (row: string) => `{
  const seen = (globalThis.bench = { stood: undefined, longTasks: [] })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.longTasks.push({ began: startTime, lasted: duration })
  }).observe({ type: 'longtask', buffered: true })
  const stands = ${standing({ row, least: pageSize, since: 'navigation' })}
  stands.then((stood) => {
    seen.stood = stood
    screenStands('')
  })
}`

/**
 * Loads a screen with nothing cached, slowed down, and passes what was seen to `measure` while its page is still open;
 * `before` may prepare the page.
 */
export async function firstLoad<Seen>(
  browser: Browser,
  {
    url,
    storageState,
    row,
    before,
  }: { url: string; storageState: StorageState; row: string; before?: (session: CDPSession) => Promise<unknown> },
  measure: (load: FirstLoad, session: CDPSession) => Promise<Seen> | Seen,
): Promise<Seen> {
  const context = await browser.newContext({ storageState, viewport: { width: 1400, height: 900 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const raw = await followRequests(session)
    await session.send('Network.emulateNetworkConditions', slow.network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    await before?.(session)
    await page.addInitScript({ content: watching(row) })
    const { called } = await onceCalled(session, 'screenStands')
    await page.goto(url, { waitUntil: 'commit' })
    await called
    const { stood, longTasks, origin, painted } = await page.evaluate(() => ({
      ...(globalThis as unknown as { bench: Watched }).bench,
      origin: performance.timeOrigin,
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }))
    const { at: table, shift, shifts } = stood
    for (const moved of shifts) process.stdout.write(`moved at ${url}: ${moved}\n`)
    const seen = {
      requests: timed([...raw.values()], origin).filter(({ began }) => began < table),
      longTasks: longTasks.filter(({ began }) => began < table),
    }
    return await measure({ page, painted, table, shift, ...seen }, session)
  } finally {
    await context.close()
  }
}

/**
 * Resolves when the page calls a function of that name. Playwright's own ways of waiting bring a script along that
 * takes the page's main thread a tenth of a second to read at this CPU, in the middle of what is measured.
 */
async function onceCalled(session: CDPSession, name: string): Promise<{ called: Promise<void> }> {
  const called = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the page did not call ${name} within 60 s`)), 60_000)
    session.on('Runtime.bindingCalled', (call) => {
      if (call.name !== name) return
      clearTimeout(timer)
      resolve()
    })
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name })
  return { called }
}

function timed(raw: PageRequest[], origin: number): TimedRequest[] {
  return raw.map(({ url, kind, initiator, bytes, wallTime, timestamp, requestTime, sendEnd, headersEnd, finished }) => {
    const since = (seconds: number) => (wallTime + seconds - timestamp) * 1000 - origin
    const began = since(timestamp)
    const opened = requestTime > 0 ? since(requestTime) : began
    const answered = requestTime > 0 ? opened + headersEnd : began
    return {
      url,
      kind,
      initiator,
      bytes,
      began,
      sent: opened + Math.max(0, sendEnd),
      answered,
      ended: finished > 0 ? since(finished) : answered,
    }
  })
}
