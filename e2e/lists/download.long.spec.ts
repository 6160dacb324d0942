import { readFileSync } from 'node:fs'
import { openScreen, screens, tables } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

// An export needs a sign-in of the last ten minutes.
test.use({ ownSession: true })

for (const { path, table } of tables) {
  test(`${path} is saved as a file of what the search keeps @product`, async ({ page }) => {
    await openScreen(page, `${path}?q=son&size=10`, screens.find((screen) => screen.path === path)?.heading ?? '')
    const entries = Number.parseInt((await page.locator('.il-count').innerText()).replace(/\D/g, ''), 10)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download ${table} as CSV` }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toContain('Id,')
    expect(lines).toHaveLength(entries + 1)
    await expect(page.getByRole('button', { name: `Download ${table} as CSV` })).toBeEnabled()
  })
}

test('a backend that pages nothing has no file to download @bare', async ({ page }) => {
  await openScreen(page, '/drivers', 'Drivers')
  await expect(page.getByRole('button', { name: /as CSV/ })).toHaveCount(0)
})
