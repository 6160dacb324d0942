import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { browserZone, inZone } from '../harness/page/screens.ts'
import { openScreen, signIn, textOf } from './on-the-page.ts'
import { downloads, expect, test } from './test.ts'

const rows = 'tbody tr.il-row'
const count = async (page: Page) => (await page.$$(rows)).length
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const firstName = (page: Page) => page.$eval(`${rows} td`, (cell) => cell.innerText)

test('a list is sorted by its first column, upwards and downwards', async ({ signedIn: page }) => {
  await openScreen(page, '/users', 'Users')
  const heading = await page.locator('th.il-sorts').waitHandle()
  const order = () => heading.evaluate((one) => one.getAttribute('aria-sort'))
  const press = () => page.locator('th.il-sorts button').click()
  expect(await order()).toBe('none')
  await press()
  await expect.poll(order).toBe('ascending')
  await expect.poll(() => param(page, 'sort')).not.toBeNull()
  await expect.poll(() => firstName(page)).toMatch(/^[^K-Z]/i)
  const first = await firstName(page)
  await press()
  await expect.poll(order).toBe('descending')
  await expect.poll(() => firstName(page)).not.toBe(first)
  expect((await firstName(page)).localeCompare(first)).toBeGreaterThan(0)
})

test('a search keeps the rows that hold its words', async ({ signedIn: page, backend }) => {
  const user = (await backend.rows('/admin/users')).find(({ email }) => Boolean(email))
  await openScreen(page, '/users', 'Users')
  const all = await count(page)
  await page.locator('input[aria-label="Search Users List"]').click()
  await page.keyboard.type(String(user?.email))
  await expect.poll(() => count(page)).toBeLessThan(all)
  await expect.poll(() => textOf(page, rows)).toContain(user?.email)
  expect(param(page, 'q')).toBe(user?.email)
})

test('the date filter keeps the rows of a day that is typed, and is cleared', async ({ signedIn: page, backend }) => {
  const days = (await backend.rows('/admin/users')).map(({ createdAt }) => inZone(createdAt, browserZone))
  const day = days[Math.floor(days.length / 2)] ?? ''
  await openScreen(page, '/users', 'Users')
  const all = await count(page)
  await page.locator('input[placeholder="Select date"]').click()
  await page.keyboard.type(day)
  await page.keyboard.press('Enter')
  await expect.poll(() => count(page)).toBe(days.filter((one) => one === day).length)
  expect(await page.$$eval(`${rows} time`, (times) => times.map((time) => time.innerText))).toContain(day)
  await page.locator('.il-date-filter button[aria-label="Clear"]').click()
  await expect.poll(() => count(page)).toBe(all)
})

test('a list is saved as a CSV file', async ({ page, backend }) => {
  // An export needs a sign-in of the last minutes.
  await signIn(page)
  await openScreen(page, '/users', 'Users')
  const { length } = await backend.rows('/admin/users')
  await page.locator('button[aria-label="Download Users List as CSV"]').click()
  const saved = () => readdirSync(downloads).find((name) => /^users-\d{4}-\d\d-\d\d\.csv$/.test(name)) ?? ''
  await expect.poll(saved).not.toBe('')
  const file = join(downloads, saved())
  await expect.poll(() => existsSync(`${file}.part`)).toBe(false)
  await expect.poll(() => readFileSync(file, 'utf8').trimEnd().split('\r\n').length).toBe(length + 1)
})
