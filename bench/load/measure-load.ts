import type { BrowserContext } from '@playwright/test'
import { followRequests, isCode, roundTripsOf } from '../../e2e/harness/page/page-requests.ts'
import { clickAt } from '../standing/click-at.ts'
import { standing, type Stood } from '../standing/in-page.ts'

/** One load of a screen. Times in ms since the navigation began, bytes as they were transferred, with headers. */
export type Load = {
  table: number
  blocking: number
  codeBytes: number
  requests: number
  roundTrips: number
  shift: number
  /** From a click on Users, half a second after Drivers stood, until Users stands. */
  click: number
}

const network = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const pause = 500
/** Rows of a page of a list, on each side. */
const least = 20

type Seen = { stood: Stood; longTasks: { startTime: number; duration: number }[]; origin: number }

/**
 * Runs in the page, and says once what it saw. Playwright's own ways of waiting bring a script along that takes the
 * page's main thread a tenth of a second to read at this CPU, in the middle of what is measured.
 */
const watching = (row: string) => `{
  const longTasks = []
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  const standing = ${standing({ row, least, since: 'navigation' })}
  standing.then((stood) => screenStands(JSON.stringify({ stood, longTasks, origin: performance.timeOrigin })))
}`

// The menu of the product and those of the peers link to the same address.
const middleOfUsers = `{
  const { x, y, width, height } = document.querySelector('a[href="/users"]').getBoundingClientRect()
  JSON.stringify({ x: x + width / 2, y: y + height / 2 })
}`

/** Loads a screen at 10 Mbit/s, 40 ms and a CPU four times slower, with what this visitor has cached. */
export async function measureLoad(context: BrowserContext, url: string, row: string): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const followed = await followRequests(session)
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript({ content: watching(row) })
  const said = new Promise<string>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${url} did not stand within 60 s`)), 60_000).unref()
    page.once('pageerror', reject)
    session.once('Runtime.bindingCalled', ({ payload }) => resolve(payload))
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'screenStands' })
  await page.goto(url, { waitUntil: 'commit' })
  const { stood, longTasks, origin } = JSON.parse(await said) as Seen
  const { at: table, shift, shifts } = stood
  for (const moved of shifts) process.stdout.write(`moved at ${url}: ${moved}\n`)
  const requests = [...followed.values()].filter(({ wallTime }) => wallTime * 1000 - origin < table)
  const inPage = async (expression: string) => {
    const { result } = await session.send('Runtime.evaluate', { expression })
    return String(result.value)
  }
  await page.waitForTimeout(Math.max(0, table + pause - Number(await inPage('performance.now()'))))
  const { x, y } = JSON.parse(await inPage(middleOfUsers)) as { x: number; y: number }
  const { at: click } = await clickAt(session, x, y, { row, least, otherRows: true, since: 'click' })
  await page.close()
  return {
    table,
    click,
    shift,
    blocking: longTasks
      .filter(({ startTime }) => startTime < table)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
    codeBytes: requests.filter(isCode).reduce((sum, { bytes }) => sum + bytes, 0),
    requests: requests.length,
    roundTrips: roundTripsOf(requests),
  }
}
