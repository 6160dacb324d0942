import { isInOrder } from '../harness/backend/backend.ts'
import { openRowOf } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

// The other tests ask for less motion; here dialogs wait for the end of their movements, as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('with all motion, a question, its outcome and a details card open, close and give the focus back', async ({
  page,
  backend,
}) => {
  const driver = await backend.take('/admin/drivers', (row) => !row.is_driver_profile_approved && isInOrder(row))
  const row = await openRowOf(page, '/drivers', 'Drivers', driver, driver.email)
  const dialogs = page.getByRole('dialog')
  const verify = row.getByRole('switch', { name: /^Verify/ })

  await verify.press('Space')
  await expect(dialogs).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogs).toHaveCount(0)
  await expect(verify).toBeFocused()

  await verify.press('Space')
  await dialogs.getByRole('button', { name: 'Save' }).press('Enter')
  await dialogs.filter({ hasText: 'Saved!' }).getByRole('button').press('Enter')
  await expect(dialogs).toHaveCount(0)
  await expect(verify).toBeChecked()
  await expect(verify).toBeFocused()

  await row.getByRole('button', { name: /^Details of/ }).press('Enter')
  await dialogs.getByText('Close', { exact: true }).press('Enter')
  await expect(dialogs).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Details of/ })).toBeFocused()
})
