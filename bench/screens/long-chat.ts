import { answerHistory } from '../../e2e/harness/page/chat-history.ts'
import { atMost, percentile, type Check } from '../check.ts'
import type { BenchPage } from '../open-bench.ts'

const messages = 10_000
const messageLog = '[role="log"]'
const newest = `${messageLog} li[aria-posinset="${messages}"]`
const what = `chat of ${messages.toLocaleString('en')}`

type Watched = { newest: number; frames: number[]; tasks: number[] }

/**
 * Runs in the page: when the newest message is in a frame, the frames, and the tasks above 50 ms. As text, because tsx
 * adds calls of its own to functions.
 */
const watching = `{
  const seen = (globalThis.bench = { newest: 0, frames: [], tasks: [] })
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  const isDrawn = () => {
    const line = document.querySelector(${JSON.stringify(newest)})
    return line && getComputedStyle(line).visibility === 'visible'
  }
  let wasDrawn = false
  const frame = (at) => {
    if (wasDrawn && seen.newest === 0) seen.newest = performance.now()
    wasDrawn ||= isDrawn()
    seen.frames.push(at)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}`

/**
 * A conversation of 10,000 messages: how soon its newest one is seen, and the frames while it is scrolled with the
 * wheel.
 */
export async function measureLongChat(chat: BenchPage): Promise<Check[]> {
  const open = await openPerson(chat)
  const { page, cdp } = chat
  await page.evaluate(watching)
  await open.click()
  await page.waitForFunction(() => (globalThis as unknown as { bench: Watched }).bench.newest > 0)
  const opened = await takeSeen(chat)
  const box = await page.locator(messageLog).boundingBox()
  if (!box) throw new Error('the chat is not on screen')
  await cdp.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: 60_000,
    speed: 4000,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const { frames, tasks } = await takeSeen(chat)
  const intervals = frames.slice(1).map((at, before) => at - (frames[before] ?? at))
  return [
    atMost(`${what}: from its answer to the frame with the newest message`, opened.newest - opened.answered, 100),
    atMost(`${what}: longest task while it opens (0: none above 50 ms)`, Math.max(0, ...opened.tasks), 100),
    // A frame takes 16.7 ms at 60 a second.
    atMost(`${what}: time between two frames while scrolling, p95`, percentile(intervals, 0.95), 17),
    atMost(`${what}: longest task while scrolling (0: none above 50 ms)`, Math.max(0, ...tasks), 50),
  ]
}

/** Takes what was seen since the last time. A long task is reported only after it ended. */
async function takeSeen({ page }: BenchPage): Promise<Watched & { answered: number }> {
  await page.waitForTimeout(500)
  return page.evaluate(() => {
    const { bench } = globalThis as unknown as { bench: Watched }
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answered = calls.filter(({ name }) => name.includes('/user/chats/')).at(-1)?.responseEnd ?? Number.NaN
    return { newest: bench.newest, answered, frames: bench.frames.splice(0), tasks: bench.tasks.splice(0) }
  })
}

/** Finds somebody in Users, gives them the history, and returns the button that opens their chat. */
async function openPerson({ page, session }: BenchPage) {
  const [person] = await session.rows('/admin/users')
  if (!person) throw new Error('there is nobody to chat with')
  const data = history(session.user._id, person._id)
  await answerHistory(page, person._id, data)
  await page.goto(`/users?${new URLSearchParams({ q: person.full_name }).toString()}`)
  const open = page.locator(`tr[data-row-key="${person._id}"]`).getByRole('button', { name: /^Chat/ })
  await open.waitFor()
  await page.waitForTimeout(3000)
  return open
}

const words =
  'The driver waits at the corner of the main street until half past nine, please tell me when you come'.split(' ')

/** A history of SPEC §7 with messages of 1 to 60 words, some with a link, the newest a minute old. */
const history = (me: string, party: string) =>
  Array.from({ length: messages }, (_, at) => ({
    _id: `message-${at}`,
    sender_id: at % 3 === 0 ? me : party,
    message: `${Array.from({ length: 1 + ((at * 7919) % 60) }, (_, word) => words[(at + word) % words.length]).join(' ')}${at % 40 === 0 ? ` https://example.com/${at}` : ''} (${at + 1})`,
    createdAt: new Date(Date.now() - (messages - at) * 60_000).toISOString(),
    seq: at + 1,
  }))
