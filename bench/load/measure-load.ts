import type { Browser, CDPSession } from '@playwright/test'

/** One first load of a screen, nothing cached. Times in ms since the navigation began, bytes as they came over the wire. */
export type Load = { table: number; blocking: number; codeBytes: number; requests: number; roundTrips: number }

type StorageState = NonNullable<Parameters<Browser['newContext']>[0]>['storageState']
type Request = { url: string; isCode: boolean; initiator: string | null; began: number; bytes: number }

const slow = { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 }
const slowdown = 4

/** Runs in the page: when the first row stands in a frame, and how long tasks blocked until then. As text, because tsx adds calls of its own to functions. */
const watching = (row: string) => `{
  const seen = (globalThis.bench = { table: 0, blocking: 0 })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) if (seen.table === 0 || startTime < seen.table) seen.blocking += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => requestAnimationFrame(() => (document.querySelector(${JSON.stringify(row)}) ? requestAnimationFrame(() => (seen.table = performance.now())) : look()))
  look()
}`

/** Loads a screen at 10 Mbit/s, 40 ms and a CPU four times slower, until a row of its table is drawn. */
export async function measureLoad(browser: Browser, url: string, storageState: StorageState, row: string): Promise<Load> {
  const context = await browser.newContext({ storageState, viewport: { width: 1400, height: 900 } })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  const requests = await follow(network)
  await network.send('Network.emulateNetworkConditions', slow)
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript({ content: watching(row) })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => (globalThis as unknown as { bench: { table: number } }).bench.table > 0, undefined, { timeout: 60_000 })
  // A long task is told only after it ended.
  await page.waitForTimeout(300)
  const { table, blocking, origin } = await page.evaluate(() => ({ ...(globalThis as unknown as { bench: { table: number; blocking: number } }).bench, origin: performance.timeOrigin }))
  await context.close()

  const needed = [...requests.values()].filter(({ began }) => began * 1000 < origin + table)
  const code = needed.filter(({ isCode }) => isCode)
  return { table, blocking, codeBytes: code.reduce((sum, { bytes }) => sum + bytes, 0), requests: needed.length, roundTrips: 1 + Math.max(0, ...code.map((one) => depthOf(one, code))) }
}

/** What the HTML names is one wave; what a script asks for comes a wave after that script. */
function depthOf(request: Request, code: Request[]): number {
  const before = code.find(({ url }) => url === request.initiator && url !== request.url)
  return before ? 1 + depthOf(before, code) : 1
}

async function follow(network: CDPSession): Promise<Map<string, Request>> {
  const requests = new Map<string, Request>()
  network.on('Network.requestWillBeSent', ({ requestId, request, type, initiator, wallTime }) => {
    const frames = initiator.stack?.callFrames ?? initiator.stack?.parent?.callFrames ?? []
    const by = initiator.type === 'script' ? (frames.find(({ url }) => url !== '')?.url ?? null) : null
    requests.set(requestId, { url: request.url, isCode: type === 'Script' || type === 'Stylesheet', initiator: by, began: wallTime, bytes: 0 })
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await network.send('Network.enable')
  return requests
}
