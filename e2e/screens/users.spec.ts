import { browserZone, inZone, openRowOf, openScreen } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'

const text = (value: unknown) => (typeof value === 'string' && value ? value : 'N/A')

test('§2 Users has its card, subtitle and six columns', async ({ page }) => {
  await openScreen(page, '/users', 'Users')
  await expect(page.getByRole('heading', { name: 'Users List', exact: true })).toBeVisible()
  await expect(page.getByText('List of users', { exact: true })).toBeVisible()
  await expect(page.locator('thead th').filter({ hasText: /\S/ })).toHaveText([
    'User Name',
    'Joined On',
    'Contact',
    'Email',
    'Chat',
    'Details',
  ])
})

test(
  '§2 a row shows name, MM/DD/YYYY, phone and email; User Details has five fields and a Close button',
  long,
  async ({ page, backend }) => {
    const user = (await backend.rows('/admin/users')).find(
      (row) => row.email && row.state_id && !/hostile/.test(row._id),
    )
    const row = await openRowOf(page, '/users', 'Users', user, user?.email)
    await expect(row.locator('td').nth(0)).toContainText(text(user?.full_name))
    await expect(row.locator('time')).toHaveText(inZone(user?.createdAt, browserZone))
    await expect(row.locator('td').nth(2)).toHaveText(text(user?.phone))
    await expect(row.locator('td').nth(3)).toHaveText(text(user?.email))

    await row.getByRole('button', { name: /^Details of/ }).click()
    const modal = page.getByRole('dialog').filter({ hasText: 'User Details' })
    await expect(modal.locator('dt')).toHaveText(['Name', 'Email', 'Phone', 'Address', 'State ID'])
    const location = user?.location as { address?: unknown } | null
    for (const [at, value] of [user?.full_name, user?.email, user?.phone, location?.address].entries())
      await expect(modal.locator('dd').nth(at)).toHaveText(text(value))
    const whole = text(user?.state_id)
    await expect(modal.getByRole('link', { name: /^State ID of/ })).toHaveText(
      whole.length > 20 ? `${whole.slice(0, 45)}...` : whole,
    )
    await modal.getByText('Close', { exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)
