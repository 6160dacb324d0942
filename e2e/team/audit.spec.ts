import { heading, openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

// Acts that cannot be undone, and exports, need a sign-in of the last ten minutes.
test.use({ ownSession: true })

test('the changes of this driver are three clicks from the dashboard, and the audit leads back to this one', async ({
  page,
  backend,
}) => {
  // The newest stands on the first page.
  const driver = await backend.person('driver')
  for (const is_driver_profile_approved of [true, false])
    await backend.call('POST', '/admin/verify-driver', { driver_id: driver._id, is_driver_profile_approved })
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('link', { name: 'Drivers', exact: true }).click()
  await page
    .locator(`tr[data-row-key="${driver._id}"]`)
    .getByRole('button', { name: /^Details of/ })
    .click()
  await page.getByRole('button', { name: 'History' }).click()

  const entry = page.getByRole('dialog').getByRole('listitem').first()
  await expect(entry).toContainText(`${backend.user.full_name} · Verification changed`)
  await expect(entry.locator('dl')).toHaveText('Verifiedbefore: Yesafter: No')

  await page.getByRole('link', { name: /in Audit$/ }).click()
  await expect(heading(page, 'Audit')).toBeVisible()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ resource: 'driver', target_id: driver._id })
  await page
    .getByRole('button', { name: /^Details of entry/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Open the record' }).click()
  await expect(heading(page, driver.full_name)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/drivers/${driver._id}`)
})

test('the audit says what a day’s export was, and its file is an entry too', async ({ page, backend }) => {
  const name = `Nobody ${Date.now()}`
  await backend.call('GET', `/admin/users?${new URLSearchParams({ q: name }).toString()}`)
  const exported = await fetch(
    `${backend.apiUrl}/api/v1/admin/users.csv?${new URLSearchParams({ q: name }).toString()}`,
    {
      headers: { authorization: `Bearer ${backend.token}`, 'public-request': 'true' },
    },
  )
  expect(exported.status).toBe(200)
  await openScreen(page, `/audit?${new URLSearchParams({ act: 'export', q: name }).toString()}`, 'Audit')
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(1)
  await expect(page.locator('tbody tr[data-row-key]')).toContainText(`Search: ${name}`)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Audit as CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('button', { name: 'Refresh Audit' }).click()
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(2)
})
