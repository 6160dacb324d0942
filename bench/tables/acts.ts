import type { CDPSession, Page } from '@playwright/test'

/**
 * What one act cost: ms until its rows were drawn, the longest task meanwhile (0 when none was above 50 ms), and ms of
 * script in all.
 */
export type Cost = { took: number; longest: number; script: number }

// All of it runs in the page, as text, because tsx adds calls of its own to functions.
const firstRow = `document.querySelector('tbody tr[data-row-key]')?.dataset.rowKey`
const type = (value: string) => `{
  const box = document.querySelector('#day') ?? document.querySelector('.il-date-filter input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '${value}')
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}`
const search = (words: string) => `{
  const box = document.querySelector('.il-list-search input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '${words}')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}`

/** What a person does to a list, ours or plain; each ends with another row on top. */
export const acts = {
  sort: `[...document.querySelectorAll('th')].find((heading) => heading.textContent.startsWith('Driver Name')).click()`,
  day: type('03/10/2026'),
  page: `(document.querySelector('[aria-label="Next page"]') ?? document.querySelector('.ant-pagination-next button')).click()`,
  search: search('zo'),
  verified: `{
    const select = document.querySelector('select[aria-label="Verified"]')
    select.value = document.querySelector('tbody [role=switch]').ariaChecked === 'true' ? 'false' : 'true'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }`,
} as const

const measuring = (act: string) => `new Promise((resolve) => {
  const top = () => ${firstRow}
  const before = top()
  const tasks = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  setTimeout(() => {
    const began = performance.now()
    const end = () => {
      const took = performance.now() - began
      // A long task is reported only after it ended.
      setTimeout(() => {
        tasks.push(...observer.takeRecords())
        observer.disconnect()
        resolve({ took, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) })
      }, 500)
    }
    const check = () => requestAnimationFrame(() => (top() === before || top() === undefined ? check() : setTimeout(end)))
    ;${act}
    check()
  })
})`

export async function measure(page: Page, session: CDPSession, act: string): Promise<Cost> {
  const before = await scriptMs(session)
  const { took, longest } = await page.evaluate<Omit<Cost, 'script'>>(measuring(act))
  return { took, longest, script: (await scriptMs(session)) - before }
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

/**
 * Resolves when ten looks in a row, a tenth of a second apart, found the page idle at once: what works in slices is
 * never idle in between.
 */
const atRest = `(async () => {
  for (let calm = 0; calm < 10; ) {
    await new Promise((next) => setTimeout(next, 100))
    const requestedAt = performance.now()
    await new Promise((idle) => requestIdleCallback(idle))
    calm = performance.now() - requestedAt < 50 ? calm + 1 : 0
  }
})()`

/** Opens a list, waits until its rows are drawn and nothing is left to do beforehand. */
export async function openList(page: Page, url: string): Promise<CDPSession> {
  await page.goto(url)
  await page.locator('tbody tr[data-row-key]').first().waitFor({ timeout: 60_000 })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.evaluate(atRest)
  return session
}
