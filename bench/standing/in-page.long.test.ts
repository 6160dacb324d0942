import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from '../browser.ts'
import { standing, type Stood, type Wanted } from './in-page.ts'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
})
afterAll(() => browser.close())

const rows = (count: number) => '<tr><td>Jane</td></tr>'.repeat(count)
const screen = (content: string) => `<main><h1>Drivers</h1><table><tbody>${content}</tbody></table></main>`
const wanted: Wanted = { row: 'tbody tr', least: 3, since: 'now' }

/** Plays acts in the page, each so many ms after the watch began, and returns what the watch says. */
async function watch(html: string, acts: Record<number, string>, more: Partial<Wanted> = {}): Promise<Stood> {
  await page.setContent(html)
  const later = Object.entries(acts).map(([ms, act]) => `setTimeout(() => { ${act} }, ${ms})`)
  return page.evaluate<Stood>(`{ const stood = ${standing({ ...wanted, ...more })}; ${later.join(';')}; stood }`)
}

const addRows = (count: number) => `document.querySelector('tbody').insertAdjacentHTML('beforeend', '${rows(count)}')`
const frames = 150

it('stands at once when all of it is there', async () => {
  const { at, shift } = await watch(screen(rows(3)), {})
  expect(at).toBeLessThan(frames)
  expect(shift).toBe(0)
})

it.each<[string, string, Record<number, string>, Partial<Wanted>, number]>([
  ['rows that are missing', screen(rows(1)), { 500: addRows(2) }, {}, 500],
  ['a row more within the rest', screen(rows(3)), { 250: addRows(1) }, {}, 250],
  ['rows that come one by one', screen(rows(3)), { 200: addRows(1), 400: addRows(1), 600: addRows(1) }, {}, 600],
  [
    'a figure that comes late',
    `<main><p></p>${screen(rows(3))}</main>`,
    { 250: `document.querySelector('p').textContent = '12'` },
    {},
    250,
  ],
  [
    'a control that comes late',
    screen(rows(3)),
    { 250: `document.querySelector('td').innerHTML = '<button>Jane</button>'` },
    {},
    250,
  ],
  [
    'a control that works late',
    screen(`${rows(3)}<button disabled>Add</button>`),
    { 250: `document.querySelector('button').disabled = false` },
    {},
    250,
  ],
  ['a loader above it', `<div id="loader">Loading</div>${screen(rows(3))}`, { 500: 'loader.remove()' }, {}, 500],
  [
    'a placeholder',
    screen(`${rows(3)}<tr><td><i class="ant-skeleton">…</i></td></tr>`),
    { 500: `document.querySelector('.ant-skeleton').outerHTML = 'Jane'` },
    {},
    500,
  ],
  [
    'a screen that is hidden',
    `<div hidden>${screen(rows(3))}</div>`,
    { 500: `document.querySelector('div').hidden = false` },
    {},
    500,
  ],
  [
    'the screen before',
    screen(rows(3)),
    { 500: `document.querySelector('h1').textContent = 'Users'` },
    { heading: 'Users' },
    500,
  ],
  [
    'the rows before',
    screen(rows(3)),
    { 500: `document.querySelector('tbody').innerHTML = '${rows(3)}'` },
    { otherRows: true },
    500,
  ],
])('waits for %s', async (_what, html, acts, more, least) => {
  const { at } = await watch(html, acts, more)
  expect(at).toBeGreaterThanOrEqual(least)
  expect(at).toBeLessThan(least + frames)
})

it('waits for what moves, and says what did', async () => {
  const { at, shift, shifts } = await watch(screen(rows(3)), {
    250: `document.querySelector('main').style.paddingTop = '200px'`,
  })
  expect(at).toBeGreaterThanOrEqual(245)
  expect(shift).toBeGreaterThan(0)
  expect(shifts[0]).toMatch(/h1/)
})

it('takes rows that other rows move for no shift, and what moves after them for one', async () => {
  const keyed = '<tr data-row-key="a"><td>Ann</td></tr><tr data-row-key="b"><td>Bob</td></tr>'
  const html = `<style>td { height: 90px; width: 900px }</style>${screen(keyed)}`
  const swap = `const [a, b] = document.querySelectorAll('tr'); b.after(a)`
  const more: Partial<Wanted> = { least: 2, otherRows: true }
  expect((await watch(html, { 100: swap }, more)).shift).toBe(0)
  // After a frame that something else changed, before it is looked at: no frame has painted the rows yet.
  const unpainted = `requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { ${swap} }
    port2.postMessage(0)
  })
  document.body.className = 'changed'`
  expect((await watch(html, { 100: unpainted }, more)).shift).toBe(0)
  const late = `document.querySelector('main').style.paddingTop = '200px'`
  expect((await watch(html, { 100: swap, 300: late }, more)).shift).toBeGreaterThan(0)
})

it('asks for no more rows than the window can show', async () => {
  const tall = '<tr style="height: 400px"><td>Jane</td></tr>'.repeat(3)
  expect((await watch(screen(tall), {}, { least: 20 })).at).toBeLessThan(frames)
})

it('takes no text that another replaces in its place for a movement, and not what comes after the rest', async () => {
  const { at, shift } = await watch(screen(rows(3)), {
    200: `document.querySelector('td').textContent = 'Joan'`,
    600: addRows(1),
  })
  expect(at).toBeLessThan(frames)
  expect(shift).toBe(0)
})

it('counts from the click', async () => {
  await page.setContent(`<button>Drivers</button>${screen(rows(1))}`)
  const stood = page.evaluate<Stood>(standing({ ...wanted, since: 'click' }))
  await page.waitForFunction('performance.now() > 300')
  await page.evaluate(`document.querySelector('button').onclick = () => setTimeout(() => ${addRows(2)}, 100)`)
  await page.click('button')
  const { at } = await stood
  expect(at).toBeGreaterThanOrEqual(100)
  expect(at).toBeLessThan(100 + frames)
})
