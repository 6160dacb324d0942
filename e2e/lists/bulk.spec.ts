import { openScreen, rowOf } from '../harness/page/screens.ts'
import { expectAccessible } from '../harness/page/accessible.ts'
import { expect, test, long } from '../harness/test.ts'
import type { Backend } from '../harness/backend/backend.ts'
import type { Page } from '@playwright/test'

const path = '/admin/user/rides'
const selecting = (page: Page) => page.getByRole('button', { name: 'Select rows' })

/** The list of one booking's rider, with that booking selected by the keyboard. */
async function selectOne(page: Page, backend: Backend) {
  const booking = await backend.take(
    path,
    (row) => row.status === 'Completed' && typeof (row.user as { full_name?: unknown } | null)?.full_name === 'string',
  )
  const { full_name } = booking.user as { full_name: string }
  await openScreen(page, `/user-rides?q=${encodeURIComponent(full_name)}&size=100`, 'User Rides')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await selecting(page).press('Enter')
  const box = rowOf(page, booking).getByRole('checkbox')
  await box.press('Space')
  await expect(box).toBeChecked()
  await expect(page.getByText('1 row selected')).toBeVisible()
  const statusNow = async () => (await backend.rows(path)).find(({ _id }) => _id === booking._id)?.status
  return { booking, statusNow }
}

async function accept(page: Page) {
  await page.getByRole('button', { name: 'Change status', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  await dialog.getByRole('combobox', { name: 'New status' }).selectOption('Accepted')
  await dialog.getByRole('combobox', { name: /^Bookings that are/ }).selectOption('change')
  await expect(dialog.getByText('1 row will change.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 1 booking to Accepted' }).click()
  await expect(dialog.getByText('1 row was changed.')).toBeVisible()
  return dialog
}

test('selected bookings change after a preview, and go back as a whole', async ({ page, backend }) => {
  const { booking, statusNow } = await selectOne(page, backend)
  const dialog = await accept(page)
  expect(await statusNow()).toBe('Accepted')
  await expectAccessible(page, 'the report of a bulk change')
  await dialog.getByRole('button', { name: 'Undo 1 change' }).click()
  await expect(dialog.getByText('1 row is as it was before.')).toBeVisible()
  expect(await statusNow()).toBe(booking.status)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  const settings = page.getByRole('dialog', { name: 'Preferences' })
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(settings).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(page.getByRole('checkbox')).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(selecting(page)).toBeFocused()
})

test('both ways of a bulk change stand in the audit under one id @product', long, async ({ page, backend }) => {
  const { booking } = await selectOne(page, backend)
  const dialog = await accept(page)
  await dialog.getByRole('button', { name: 'Undo 1 change' }).click()
  await expect(dialog.getByText('1 row is as it was before.')).toBeVisible()
  const entries = (await backend.rows(`/admin/audit?resource=booking&target_id=${booking._id}`)) as {
    after?: { bulk_id?: string }
  }[]
  const ids = entries.flatMap(({ after }) => after?.bulk_id ?? [])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('with the calls of SPEC §7 alone nobody is written to and users are not selected @bare', async ({ page }) => {
  await openScreen(page, '/user-rides', 'User Rides')
  await selecting(page).click()
  await expect(page.getByRole('button', { name: 'Change status', exact: true })).toBeVisible()
  for (const name of ['Message', 'Export selected']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await openScreen(page, '/users', 'Users')
  await expect(selecting(page)).toHaveCount(0)
})
