import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const rows = (page: Page) => page.locator('tbody tr.il-row')
const cells = (page: Page, at: number) => rows(page).locator(`td:nth-child(${at})`).allInnerTexts()
const count = (page: Page) => page.locator('.il-count')
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

async function addFilter(page: Page, name: string, fill: (form: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name, exact: true }).press('Enter')
  const form = page.getByRole('form', { name })
  await fill(form)
  await form.getByRole('button', { name: 'Apply' }).press('Enter')
}

test('bookings of a corridor and of amounts are found by filters, which are changed and removed as chips @bare', async ({
  page,
}) => {
  await openScreen(page, '/user-rides?size=100', 'User Rides')
  const all = await count(page).innerText()
  const [place = ''] = await cells(page, 2)
  const city = place.split(/[\n,]/)[0]?.trim() ?? ''
  await addFilter(page, 'Source', (form) => form.getByRole('textbox').fill(city))
  await expect.poll(() => params(page).source).toBe(city)
  await expect(count(page)).not.toHaveText(all)
  for (const text of await cells(page, 2)) expect(text.toLowerCase()).toContain(city.toLowerCase())

  await addFilter(page, 'Amount', async (form) => {
    await form.getByLabel('At least, $').fill('9')
    await form.getByLabel('At most, $').fill('1')
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await form.getByLabel('At most, $').fill('100000')
  })
  await expect.poll(() => params(page).amount).toBe('9..100000')
  const chips = page.getByRole('list', { name: 'Filters that are set' })
  await expect(chips.getByRole('listitem')).toHaveText([`Source: ${city}`, 'Amount: 9 $ – 100000 $'])

  await page.reload()
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await chips.getByRole('button', { name: 'Remove filter Amount' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused()
  await chips.getByRole('button', { name: 'Remove filter Source' }).press('Enter')
  await expect(chips).toHaveCount(0)
  await expect(count(page)).toHaveText(all)
  expect(params(page)).toEqual({ size: '100' })
})

test('rides of some days, and drivers who lack a document, are found by filters @bare', async ({ page }) => {
  await openScreen(page, '/drivers?size=100', 'Drivers')
  await addFilter(page, 'Missing document', (form) =>
    form
      .getByRole('combobox')
      .selectOption('Insurance')
      .then(() => undefined),
  )
  await expect.poll(() => params(page).missing).toBe('car_insurance')
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(async () => new Set((await cells(page, 6)).map((text) => text.trim()))).toEqual(new Set(['N/A']))

  await openScreen(page, '/driver-rides?size=100', 'Driver Rides')
  const days = await rows(page).locator('td:nth-child(4) time').allInnerTexts()
  const [month, day, year] = (days.at(-1) ?? '').split('/')
  await addFilter(page, 'Created', async (form) => {
    await form.getByLabel('To').fill(`${year}-${month}-${day}`)
  })
  await expect.poll(() => params(page).created).toBe(`..${year}-${month}-${day}`)
  await expect
    .poll(async () => (await rows(page).locator('td:nth-child(4) time').allInnerTexts())[0])
    .toBe(`${month}/${day}/${year}`)
})
