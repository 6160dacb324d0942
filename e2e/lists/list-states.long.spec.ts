import { heading, retryOnceHealed, tables } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

test.use({ noise: /Failed to load resource|Loading \/admin/ })

for (const { path, table, call } of tables) {
  for (const fault of ['html', 'cut', 'error', 'not-a-list'] as const) {
    test(`§8 ${path}: a list that fails (${fault}) is logged, said in its place without a toast, and Retry brings it`, async ({
      page,
      backend,
    }) => {
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      await backend.spoil(page, call, fault)
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText(`${table} could not be loaded`, { timeout: 30_000 })
      expect(logged.some((line) => line.includes(call) && !line.includes('Failed to load resource'))).toBe(true)
      await expect(page.locator('.il-toast')).toHaveCount(0)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await retryOnceHealed(page, page, () => backend.spoil(page, call, null))
      await expect(page.locator('tbody tr.il-row').first()).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }

  test(`§2 ${path}: a loading spinner, then a quiet empty state when there is nothing`, async ({ page, backend }) => {
    await backend.spoil(page, call, 'slow')
    await page.goto(path)
    await expect(page.getByRole('status', { name: `Loading ${table}` })).toBeVisible()
    await expect(page.locator('tbody tr.il-row').first()).toBeVisible()
    await backend.spoil(page, call, null)
    await backend.spoil(page, call, 'empty')
    await page.reload()
    await expect(heading(page, path === '/drivers' ? 'Drivers' : path === '/users' ? 'Users' : table)).toBeVisible()
    await expect(page.getByText(/^No (drivers|users|rides|bookings) yet$/)).toBeVisible()
    await expect(page.locator('tbody tr.il-row')).toHaveCount(0)
  })
}

test('a search without a match says so and offers to clear the filters', async ({ page }) => {
  await page.goto('/users?q=nobody%20is%20called%20that')
  await expect(page.getByText('Nothing matches', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.locator('tbody tr.il-row').first()).toBeVisible()
})
