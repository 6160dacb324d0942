import { atMost, tenths, type Check } from '../check.ts'
import { openBench, type BenchPage } from './bench-page.ts'
import { longHistory } from './long-history.ts'
import { scrollFrames, type Frames } from './watch-frames.ts'

const messages = 10_000
const pixels = 30_000
const pixelsPerSecond = 4000
const log = (line: string) => void process.stdout.write(`${line}\n`)

const messageLog = '[role="log"]'
const newest = `${messageLog} li[aria-posinset="${messages}"]`

/**
 * Runs in the page: when the newest message is in a frame, and how long tasks were until then. As text, because tsx
 * adds calls of its own to functions.
 */
const watching = `{
  const seen = (globalThis.opened = { newest: 0, longest: 0 })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) if (seen.newest === 0 || startTime < seen.newest) seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'longtask' })
  const isDrawn = () => {
    const line = document.querySelector(${JSON.stringify(newest)})
    return line && getComputedStyle(line).visibility === 'visible'
  }
  const check = () => requestAnimationFrame(() => (isDrawn() ? requestAnimationFrame(() => (seen.newest = performance.now())) : check()))
  check()
}`

type Opened = { newest: number; longest: number }

/**
 * A conversation of 10,000 messages: how soon its newest one is seen, and the frames while it is scrolled with the
 * wheel.
 */
export async function benchChat(): Promise<Check[]> {
  const bench = await openBench()
  try {
    const chat = await bench.newPage()
    const opened = await openLongChat(chat)
    const reading = [await scroll(chat, messageLog), await scroll(chat, messageLog)]
    const plain = await scrollPlainPage(await bench.newPage())
    const intervals = reading.flatMap((one) => one.intervals)
    logTimes('the chat', intervals)
    logTimes('a plain page of the same height', plain.intervals)
    return [
      atMost('chat of 10,000: from its answer to the frame with the newest message', opened.sinceAnswer, 100),
      atMost('chat of 10,000: longest task while it opens (0: none above 50 ms)', opened.longest, 100),
      tenths(
        'chat of 10,000: time between two frames while scrolling, 95th percentile',
        percentile(intervals, 0.95),
        16.7,
      ),
      atMost(
        'chat of 10,000: longest task while scrolling (0: none above 50 ms)',
        Math.max(0, ...reading.flatMap(({ longTasks }) => longTasks)),
        50,
      ),
    ]
  } finally {
    await bench.close()
  }
}

async function openLongChat({ page, session }: BenchPage) {
  const [person] = await session.rows('/admin/users')
  if (!person) throw new Error('there is nobody to chat with')
  const data = longHistory(messages, session.user._id, person._id)
  await page.route(
    (url) => url.pathname === `/api/v1/user/chats/${person._id}`,
    (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { success: true, data } })
        : route.continue(),
  )
  await page.goto(`/users?${new URLSearchParams({ q: person.full_name }).toString()}`)
  const open = page.locator(`tr[data-row-key="${person._id}"]`).getByRole('button', { name: /^Chat/ })
  await open.waitFor()
  await page.waitForTimeout(3000)
  await page.evaluate(watching)
  await open.click()
  await page.waitForFunction(() => (globalThis as unknown as { opened: Opened }).opened.newest > 0)
  // A long task is reported only after it ended.
  await page.waitForTimeout(500)
  const {
    newest: seen,
    longest,
    answered,
  } = await page.evaluate(() => ({
    ...(globalThis as unknown as { opened: Opened }).opened,
    answered:
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/user/chats/'))
        .at(-1)?.responseEnd ?? Number.NaN,
  }))
  return { sinceAnswer: seen - answered, longest }
}

async function scrollPlainPage(plain: BenchPage): Promise<Frames> {
  const lines = Array.from({ length: 2000 }, (_, at) => `<p>Line ${at}</p>`).join('')
  await plain.page.setContent(`<div id="plain" style="height: 700px; overflow: auto">${lines}</div>`)
  await plain.page.locator('#plain').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  return scroll(plain, '#plain')
}

const scroll = ({ page, cdp }: BenchPage, selector: string) =>
  scrollFrames(page, cdp, selector, pixels, pixelsPerSecond)

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

// A frame takes 16.67 ms at 60 a second, and its time is reported to a tenth.
const inTime = 17

function logTimes(what: string, intervals: readonly number[]) {
  const share = intervals.filter((interval) => interval < inTime).length / intervals.length
  log(
    `${what}: ${intervals.length} frames, ${(share * 100).toFixed(1)} % of them in 16.7 ms, 95th percentile ${percentile(intervals, 0.95).toFixed(1)} ms, longest ${Math.max(...intervals).toFixed(1)} ms`,
  )
}
