import { readFileSync } from 'node:fs'
import { expectAccessible } from '../harness/page/accessible.ts'
import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

// An export needs a sign-in of the last ten minutes.
test.use({ ownSession: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

/** Chooses a file as who has no mouse does. */
async function choose(page: Page, text: string) {
  const asked = page.waitForEvent('filechooser')
  await page.getByLabel('CSV file').focus()
  await page.keyboard.press('Enter')
  await (await asked).setFiles({ name: 'drivers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(heading(page, 'Match the columns')).toBeFocused()
}

async function press(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}

for (const width of [1400, 390])
  test(
    `drivers come from a file by keyboard alone, ${width} px wide`,
    { tag: width === 1400 ? '@product' : ['@product', '@long'] },
    async ({ page, backend }) => {
      await page.setViewportSize({ width, height: 900 })
      await openScreen(page, '/drivers', 'Drivers')
      await page.getByRole('link', { name: 'Import a CSV file' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Import drivers' })).toBeVisible()
      await expectAccessible(page, 'the choice of a file')
      const mail = `e2e-${width}-${Date.now()}@import.test`
      await choose(page, `Driver;E-Mail;Shoes\r\nOle Import;${mail};44\r\nNobody;;40\r\nOle Again;${mail};41\r\n`)
      await expect(page.getByLabel('Field of the column Shoes')).toHaveValue('')
      await expectAccessible(page, 'the columns of a file')
      await press(page, 'Check')
      await expect(heading(page, 'What the import would do')).toBeFocused()
      const rows = page.getByRole('table').getByRole('row')
      await expect(rows.nth(1)).toContainText('Would be added')
      await expect(rows.nth(2)).toContainText('Email is missing')
      await expect(rows.nth(3)).toContainText('Email is that of row 2 of this file')
      await expectAccessible(page, 'what an import would do')
      await press(page, 'Import 1 row')
      await expect(heading(page, 'What the import did')).toBeFocused()
      await expect(rows.nth(1)).toContainText('Added')
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrolled).toBeLessThanOrEqual(width)
      const saved = page.waitForEvent('download')
      await press(page, 'Download the report')
      const report = readFileSync(await (await saved).path(), 'utf8')
      expect(report).toContain('2,Ole Import,Added,')
      const made = (await backend.rows('/admin/drivers')).filter(({ email }) => email === mail)
      expect(made).toMatchObject([{ full_name: 'Ole Import', is_driver_profile_approved: false }])
    },
  )

test(
  'the file of the list changes nothing, and a cell of it that is changed exactly that',
  { tag: '@product' },
  async ({ page, backend }) => {
    // The oldest rows are nobody else's.
    await openScreen(page, '/drivers?sort=createdAt', 'Drivers')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Drivers List as CSV' }).click()
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .split('\r\n')
      .slice(0, 21)
    const id = lines[1]?.split(',')[0]
    const first = (await backend.rows('/admin/drivers')).find(({ _id }) => _id === id)
    await page.goto('/drivers/import')
    const changed = lines.map((line, at) => (at === 1 ? line.replace(String(first?.full_name), 'Round Trip') : line))
    await choose(page, changed.join('\r\n'))
    await press(page, 'Check')
    await expect(heading(page, 'What the import would do')).toBeFocused({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: /^Would change/ })).toHaveText('Would change 1')
    await expect(page.getByRole('button', { name: /^(Refused|Duplicate|Would be added)/ })).toHaveCount(0)
    await press(page, /^Would change/)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(
      `Full Name: ${String(first?.full_name)} → Round Trip`,
    )
  },
)

test('a backend that knows SPEC alone has no import @bare', async ({ page }) => {
  await openScreen(page, '/drivers', 'Drivers')
  await expect(page.getByRole('link', { name: 'Import a CSV file' })).toHaveCount(0)
  await page.goto('/drivers/import')
  await expect(page.getByRole('heading', { name: 'Import drivers' })).toHaveCount(0)
  await expect(page.getByLabel('CSV file')).toHaveCount(0)
})
