import { AxeBuilder } from '@axe-core/playwright'
import { expect, long, test } from '../harness/test.ts'
import { expectSettled, heading, openScreen } from '../harness/page/screens.ts'

test('a person who would rather look finds what is live, who gets it, failures and history behind the release in the footer', async ({
  page,
}) => {
  await openScreen(page, '/', 'Dashboard')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^Release \d+$/ })
    .click()
  await expect(heading(page, 'Releases')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who gets what' })).toContainText('EverybodyRelease')
  const parts = page.getByRole('region', { name: /^Parts of release \d+$/ }).getByRole('heading', { level: 3 })
  await expect(parts).toContainText([
    'Interline shell',
    'Drivers drivers',
    'Users users',
    'Rides rides',
    'Chat chat',
    'Team team',
  ])
  await expect(page.getByRole('region', { name: 'Failures in people’s pages' })).toBeVisible()

  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('npm start: shell, drivers, users, rides, chat, team')
  await expect(history).toContainText(/drivers: none → 1\.0\.0-/)
})

test('nobody but an administrator reads the history', async ({ request, baseURL }) => {
  for (const authorization of ['', 'Basic YTpi', 'Bearer nobody']) {
    const response = await request.get(`${baseURL ?? ''}/release-history`, { headers: { authorization } })
    expect([response.status(), await response.text()]).toEqual([401, '{"title":"Only an administrator may see this"}'])
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme })
    test('axe finds nothing on /releases, and it never scrolls sideways', long, async ({ page }) => {
      for (const width of [1400, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto('/releases')
        await expect(heading(page, 'Releases')).toBeVisible()
        await expectSettled(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`),
          `${width} px`,
        ).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
    })
  })
}
