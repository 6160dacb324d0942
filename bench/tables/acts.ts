import type { CDPSession, Page } from '@playwright/test'

import { standing, type Stood } from '../standing/in-page.ts'

/**
 * What one act cost: ms until its rows stood, and that from the API's answer on, the longest task meanwhile (0 when
 * none was above 50 ms), ms of script in all, and how far what was drawn moved.
 */
export type Cost = { took: number; sinceAnswer: number; longest: number; script: number; shift: number }

// All of it runs in the page, as text, because tsx adds calls of its own to functions.
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

const measuring = (act: string, size: number) => `new Promise((resolve) => {
  const tasks = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  performance.clearResourceTimings()
  setTimeout(() => {
    ${standing({ row: 'tbody tr[data-row-key]', least: size, otherRows: true, since: 'now' })}.then((stood) => {
      tasks.push(...observer.takeRecords())
      observer.disconnect()
      const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/v1/admin/drivers'))
      const answered = Math.max(0, ...answers.map(({ responseEnd }) => responseEnd - stood.began).filter((end) => end < stood.at))
      resolve({ ...stood, answered, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) })
    })
    ;${act}
  })
})`

export async function measure(page: Page, session: CDPSession, act: string, size: number): Promise<Cost> {
  const before = await scriptMs(session)
  const { at, answered, longest, shift, shifts } = await page.evaluate<Stood & { answered: number; longest: number }>(
    measuring(act, size),
  )
  for (const moved of shifts) process.stdout.write(`moved: ${moved}\n`)
  return { took: at, sinceAnswer: at - answered, longest, shift, script: (await scriptMs(session)) - before }
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
