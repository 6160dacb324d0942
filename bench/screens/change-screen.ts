import type { Page } from '@playwright/test'

/** A screen of the sidebar. `content`: what is on it when its data is drawn. */
export type Screen = { entry: string; content: string }

const row = 'main tr.il-row'
export const dashboard: Screen = { entry: 'Dashboard', content: 'main [data-figure] p' }
export const screens: readonly Screen[] = [
  { entry: 'Drivers', content: row },
  { entry: 'Driver Rides', content: row },
  { entry: 'Users', content: row },
  { entry: 'User Rides', content: row },
  { entry: 'Chats', content: 'main ul[aria-label="Chat List"] li' },
]

/** Milliseconds from the click, as the browser took it in, to the end of the frame that shows it. */
export type Change = { heading: number; content: number }

/**
 * Runs in the page, before the click. The first task after a frame marks the end of the frame. It is text, because tsx
 * adds calls of its own to functions.
 */
const watching = ({ entry, content }: Screen) => `globalThis.bench = new Promise((done) => {
  addEventListener('click', ({ timeStamp }) => {
    const seen = {}
    const drawn = (what) => scheduler.postTask(() => {
      seen[what] = performance.now() - timeStamp
      if (seen.content) done(seen)
    }, { priority: 'user-blocking' })
    const check = () => requestAnimationFrame(() => {
      const isDrawn = document.querySelector('main h1')?.textContent === ${JSON.stringify(entry)}
      if (isDrawn && seen.heading === undefined) drawn('heading', (seen.heading = 0))
      if (isDrawn && document.querySelector(${JSON.stringify(content)})) drawn('content')
      else check()
    })
    check()
  }, { capture: true, once: true })
})`

/** Clicks an entry of the sidebar and returns how long its screen took. */
export async function changeScreen(page: Page, screen: Screen): Promise<Change> {
  await page.evaluate(`${watching(screen)}; undefined`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen.entry, exact: true }).click()
  return page.evaluate(() => (globalThis as unknown as { bench: Promise<Change> }).bench)
}
