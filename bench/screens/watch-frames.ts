import type { CDPSession, Page } from '@playwright/test'

/** Frames of a page while something went on: times between two in ms, and the tasks above 50 ms. */
export type Frames = { intervals: number[]; longTasks: number[] }

type Watched = { bench: { frames: number[]; tasks: number[]; on: boolean } }

/** Runs in the page. As text, because tsx adds calls of its own to functions. */
const watching = `{
  const seen = (globalThis.bench = { frames: [], tasks: [], on: true })
  new PerformanceObserver((list) => seen.on && seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  const frame = (at) => {
    if (!seen.on) return
    seen.frames.push(at)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}`

/**
 * Scrolls by so many pixels with the wheel, as the browser's own input does it, and returns the frames of that time.
 */
export async function scrollFrames(
  page: Page,
  input: CDPSession,
  selector: string,
  pixels: number,
  pixelsPerSecond: number,
): Promise<Frames> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not on screen`)
  await page.evaluate(watching)
  await input.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: pixels,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const { frames, tasks } = await page.evaluate(() => {
    const { bench } = globalThis as unknown as Watched
    bench.on = false
    return bench
  })
  return { intervals: frames.slice(1).map((at, before) => at - (frames[before] ?? at)), longTasks: tasks }
}
