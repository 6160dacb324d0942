import { expectAccessible } from '../harness/page/accessible.ts'
import { openRowOf, openScreen, rowOf, tableRows } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'
import { isInOrder, type Row } from '../harness/backend/backend.ts'
import type { Locator, Page } from '@playwright/test'

const columns = [
  'Driver Name',
  'Joined On',
  'Details',
  'Driving licence',
  'Car document',
  'Insurance',
  'Verify',
  'Re-Verify',
  'Connect',
  'Chat',
  'Edit',
]
const columnNames = (page: Page) => page.locator('thead th').filter({ hasText: /\S/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog').filter({ hasText: name }).last()
const text = (value: unknown) => String(value)
const payloadOf = async (page: Page, path: string, act: () => Promise<void>) => {
  const [call] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith(`/api/v1${path}`) && request.method() === 'POST'),
    act(),
  ])
  return call
}
const reloads = (page: Page) =>
  page.waitForResponse(
    (response) => /\/admin\/drivers(\?|$)/.test(response.url()) && response.request().method() === 'GET',
  )
const openDriver = (page: Page, driver: Row | undefined) =>
  openRowOf(page, '/drivers', 'Drivers', driver, driver?.email)
const openedBy = (row: Locator, name: RegExp) => row.getByRole('button', { name }).click()

test('§2 Drivers has its breadcrumb, card, subtitle and eleven columns', async ({ page }) => {
  await openScreen(page, '/drivers', 'Drivers')
  await expect(page.getByRole('heading', { name: 'Drivers List', exact: true })).toBeVisible()
  await expect(page.getByText('List of drivers', { exact: true })).toBeVisible()
  await expect(columnNames(page)).toHaveText(columns)
})

test(
  '§2 Driver Details lists seven fields, N/A when empty, and cuts a long State ID',
  long,
  async ({ page, backend }) => {
    const drivers = await backend.rows('/admin/drivers')
    const driver = drivers.find((row) => text(row.state_id).length > 45 && !/hostile/.test(row._id))
    const row = await openDriver(page, driver)
    await openedBy(row, /^Details of/)
    const modal = dialog(page, 'Driver Details')
    await expect(modal.locator('dt')).toHaveText([
      'Name',
      'Email',
      'Phone',
      'Car Name',
      'Driving Licence Number',
      'Address',
      'State ID',
    ])
    const shown = (value: unknown) => (typeof value === 'string' && value ? value : 'N/A')
    const fields = ['full_name', 'email', 'phone', 'car_name', 'driving_licence_number', 'address'] as const
    for (const [at, field] of fields.entries())
      await expect(modal.locator('dd').nth(at)).toHaveText(shown(driver?.[field]))
    await expect(modal.getByRole('link', { name: /^State ID of/ })).toHaveText(
      `${text(driver?.state_id).slice(0, 45)}...`,
    )
    await modal.getByText('Close', { exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row.getByRole('button', { name: /^Details of/ })).toBeFocused()
  },
)

for (const [before, title] of [
  [false, 'Do you want to verify driver profile?'],
  [true, 'Do you want to remove verification?'],
] as const) {
  test(`§8 ${title} is asked with Save and Cancel; Cancel changes nothing, Save saves`, async ({ page, backend }) => {
    const driver = await backend.take(
      '/admin/drivers',
      (row) => row.is_driver_profile_approved === before && isInOrder(row),
    )
    const row = await openDriver(page, driver)
    const verify = row.getByRole('switch', { name: /^Verify/ })
    await expect(verify).toBeChecked({ checked: before })

    await verify.click()
    await expect(dialog(page, title).getByRole('button')).toHaveText(['Cancel', 'Save'])
    await dialog(page, title).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(verify).toBeChecked({ checked: before })

    await verify.click()
    const reloaded = reloads(page)
    const call = await payloadOf(page, '/admin/verify-driver', () =>
      dialog(page, title).getByRole('button', { name: 'Save' }).click(),
    )
    expect(call.postDataJSON()).toMatchObject({ driver_id: driver._id, is_driver_profile_approved: !before })
    expect(Object.keys(call.postDataJSON() as object).filter((key) => key !== 'revision')).toEqual([
      'driver_id',
      'is_driver_profile_approved',
    ])
    await reloaded
    const saved = dialog(page, 'Saved!')
    await expect(saved).toContainText('The changes have been saved successfully.')
    await saved.getByRole('button').click()
    await expect(verify).toBeChecked({ checked: !before })
    expect(
      (await backend.rows('/admin/drivers')).find(({ _id }) => _id === driver._id)?.is_driver_profile_approved,
    ).toBe(!before)
  })
}

test('a person who verifies a driver without documents reads so, and gives a reason that the audit keeps @product', async ({
  page,
  backend,
}) => {
  const lacks = (row: Row) => !row.is_driver_profile_approved && !row.car_insurance && Boolean(row.driving_licence)
  const driver = await backend.take('/admin/drivers', lacks)
  const row = await openDriver(page, driver)
  await row.getByRole('switch', { name: /^Verify/ }).press('Space')
  const question = dialog(page, 'Do you want to verify driver profile?')
  await expect(question).toContainText(/not in order: .*Insurance missing/)
  await expect(question.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Seen on paper')
  await expectAccessible(page, 'the reason of a verification')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Saved!')).toBeVisible()
  const [entry] = await backend.rows(`/admin/audit?act=verify&target_id=${driver._id}&page=1`)
  expect(entry?.['after']).toMatchObject({ reason: 'Seen on paper' })
})

test('§4 Re-Verify: Pending is a button that approves, then a disabled Verified; empty shows -', async ({
  page,
  backend,
}) => {
  const driver = await backend.take('/admin/drivers', (row) => row.reverify_status === 'Pending')
  const row = await openDriver(page, driver)
  const pending = row.getByRole('button', { name: /^Pending/ })
  await expect(pending).toHaveText('Pending')
  const reloaded = reloads(page)
  const call = await payloadOf(page, '/admin/re-verify-driver', () => pending.click())
  expect(call.postDataJSON()).toMatchObject({ _id: driver._id })
  await reloaded
  await expect(dialog(page, 'Re-Verified!')).toContainText('Driver profile verified.')
  await dialog(page, 'Re-Verified!').getByRole('button').click()
  const verified = row.getByRole('button', { name: /^Verified/ })
  await expect(verified).toHaveText('Verified')
  await expect(verified).toBeDisabled()

  const none = (await backend.rows('/admin/drivers')).find((other) => other.reverify_status === '')
  const plain = await openDriver(page, none)
  await expect(plain.locator('td').nth(7)).toHaveText('-')
})

test('§5 Connect Driver: Submit is disabled while blank, sends driver_connect_id, and the id takes the place of the button', async ({
  page,
  backend,
}) => {
  const driver = await backend.take('/admin/drivers', (row) => !row.stripe_connect_id)
  const row = await openDriver(page, driver)
  await openedBy(row, /^Add Stripe Connect ID/)
  const modal = dialog(page, 'Connect Driver')
  const input = modal.getByPlaceholder('Enter Stripe Connect ID', { exact: true })
  const submit = modal.getByRole('button', { name: 'Submit' })
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(input).toBeFocused()
  await expect(submit).toBeDisabled()
  await input.fill('   ')
  await expect(submit).toBeDisabled()
  await input.fill('acct_e2e12345')
  await expect(submit).toBeEnabled()
  const reloaded = reloads(page)
  const call = await payloadOf(page, '/admin/connect-driver', () => submit.click())
  expect(call.postDataJSON()).toMatchObject({ _id: driver._id, driver_connect_id: 'acct_e2e12345' })
  await reloaded
  await expect(dialog(page, 'Connected!')).toContainText('Driver connected with Stripe connect id.')
  await dialog(page, 'Connected!').getByRole('button').click()
  await expect(row).toContainText('acct_e2e12345')
  await expect(row.getByRole('button', { name: /^Add Stripe Connect ID/ })).toHaveCount(0)
})

test('§2 Edit Driver Details has six fields, phone disabled, and three uploads of the six types with the current file name', async ({
  page,
  backend,
}) => {
  const driver = (await backend.rows('/admin/drivers')).find((row) => row.driving_licence && !/hostile/.test(row._id))
  const row = await openDriver(page, driver)
  await openedBy(row, /^Edit/)
  const modal = dialog(page, 'Edit Driver Details')
  for (const [label, field] of [
    ['Full Name', 'full_name'],
    ['Email', 'email'],
    ['Phone', 'phone'],
    ['Car Name', 'car_name'],
    ['Driving Licence Number', 'driving_licence_number'],
    ['Stripe Connect ID', 'stripe_connect_id'],
  ] as const) {
    await expect(modal.getByRole('textbox', { name: label, exact: true })).toHaveValue(
      typeof driver?.[field] === 'string' ? driver[field] : '',
    )
  }
  await expect(modal.getByRole('textbox', { name: 'Phone', exact: true })).toBeDisabled()
  await expect(modal.locator('input[type=file]')).toHaveCount(3)
  for (const label of ['Driving Licence', 'Car Document', 'Car Insurance']) {
    const accept =
      (await modal
        .locator('input[type=file]')
        .and(modal.getByLabel(label, { exact: true }))
        .getAttribute('accept')) ?? ''
    expect(
      accept
        .split(',')
        .map((type) => type.trim())
        .sort(),
    ).toEqual(['.doc', '.docx', '.jpeg', '.jpg', '.pdf', '.png'])
  }
  const link = new URL(text(driver?.driving_licence))
  const file = link.searchParams.get('filename') ?? decodeURIComponent(link.pathname.split('uploads/')[1] ?? 'none')
  await expect(modal).toContainText(file)
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Save Changes' })).toBeVisible()
})

test('§7 edit-profile sends the multipart form by its names, and only the files that were chosen', async ({
  page,
  backend,
}) => {
  const driver = await backend.take('/admin/drivers')
  // The browser's protocol does not report the body of a form with files, so it is read in the page.
  const sent: string[][] = []
  await page.exposeFunction('reportForm', (names: string[]) => void sent.push(names))
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData)
        (window as unknown as { reportForm: (names: string[]) => void }).reportForm([...body.keys()])
      send.call(this, body)
    }
  })
  const row = await openDriver(page, driver)
  await openedBy(row, /^Edit/)
  const modal = dialog(page, 'Edit Driver Details')
  const carName = `Renault Espace ${driver._id.slice(-6)}`
  await modal.getByRole('textbox', { name: 'Car Name' }).fill(carName)
  await modal
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({
      name: 'new car.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    })
  await expect(modal).toContainText('new car.pdf')
  const reloaded = reloads(page)
  const call = await payloadOf(page, '/admin/edit-profile/driver', () =>
    modal.getByRole('button', { name: 'Save Changes' }).click(),
  )
  expect((await call.allHeaders())['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  await reloaded
  await expect(dialog(page, 'Updated!')).toContainText('Driver profile updated successfully.')
  await dialog(page, 'Updated!').getByRole('button').click()

  expect(sent).toHaveLength(1)
  expect(sent[0]?.filter((name) => name !== 'revision')).toEqual([
    '_id',
    'full_name',
    'email',
    'phone',
    'car_name',
    'driving_licence_number',
    'stripe_connect_id',
    'car_document',
  ])
  const now = (await backend.rows('/admin/drivers')).find(({ _id }) => _id === driver._id)
  expect(now).toMatchObject({
    car_name: carName,
    full_name: driver.full_name,
    driving_licence_number: driver.driving_licence_number,
  })
  expect(now?.car_document).not.toBe(driver.car_document)
})

test('an entry is not lost by accident: Cancel asks first', long, async ({ page, backend }) => {
  const [driver] = await backend.rows('/admin/drivers')
  const row = await openDriver(page, driver)
  await openedBy(row, /^Edit/)
  const modal = page.getByRole('dialog').filter({ hasText: 'Edit Driver Details' })
  await modal.getByRole('textbox', { name: 'Car Name' }).fill('Something else')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(modal.getByRole('textbox', { name: 'Car Name' })).toHaveValue('Something else')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('§2 Chat opens /user-chat/{id} in place of the table, and the way back leads to the table as it was', async ({
  page,
  backend,
}) => {
  const driver = (await backend.rows('/admin/drivers')).find((row) => row.email && !/hostile/.test(row._id))
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drivers', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search Drivers List' }).fill(text(driver?.email))
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(tableRows(page, 'Drivers List')).toHaveCount(1)
  await rowOf(page, driver ?? { _id: 'none' })
    .getByRole('button', { name: /^Chat with/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `Chat with ${text(driver?.full_name)}` })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/user-chat/${driver?._id}`)
  const state = await page.evaluate(() => (history.state as { usr?: unknown }).usr)
  expect(state).toMatchObject({ user_id: driver?._id, full_name: driver?.full_name, role: 'driver' })
  await page.getByRole('link', { name: 'Back to Drivers' }).click()
  await expect(page).toHaveURL(
    new RegExp(`/drivers\\?q=${encodeURIComponent(text(driver?.email)).replace('%40', '(%40|@)')}`),
  )
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /^Chat with/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test.describe('refused', () => {
  test.use({ noise: /Failed to load resource|driver/i })

  test('§8 a verification that fails shows Error / Failed to save changes. Please try again.', async ({
    page,
    backend,
  }) => {
    const driver = (await backend.rows('/admin/drivers')).find(isInOrder)
    const row = await openDriver(page, driver)
    await backend.spoil(page, '/admin/verify-driver', 'refuse')
    const verify = row.getByRole('switch', { name: /^Verify/ })
    const before = await verify.isChecked()
    await verify.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const failed = dialog(page, 'Failed to save changes. Please try again.')
    await expect(failed.getByText('Error', { exact: true }).last()).toBeVisible()
    await failed.getByRole('button').click()
    await expect(verify).toBeChecked({ checked: before })
  })

  test(
    '§8 failures of re-verify, connect and edit are logged, with the reason in their place and no toast',
    long,
    async ({ page, backend }) => {
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      const rows = await backend.rows('/admin/drivers')
      const pending = rows.find((row) => row.reverify_status === 'Pending')
      const row = await openDriver(page, pending)
      for (const path of ['/admin/re-verify-driver', '/admin/edit-profile/driver', '/admin/connect-driver'])
        await backend.spoil(page, path, 'error')

      await row.getByRole('button', { name: /^Pending/ }).click()
      await expect(row.getByRole('alert')).toContainText('Not re-verified.')

      await openedBy(row, /^Edit/)
      const edit = dialog(page, 'Edit Driver Details')
      await edit.getByRole('textbox', { name: 'Car Name' }).fill('Kept in the form')
      await edit.getByRole('button', { name: 'Save Changes' }).click()
      await expect(edit.getByRole('alert')).toContainText('The changes were not saved.')
      await expect(edit.getByRole('textbox', { name: 'Car Name' })).toHaveValue('Kept in the form')
      await edit.getByRole('button', { name: 'Cancel' }).click()
      await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click()

      const unconnected = rows.find(
        (other) => !other.stripe_connect_id && other.email && !/hostile|empty/.test(other._id),
      )
      const other = await openDriver(page, unconnected)
      await openedBy(other, /^Add Stripe Connect ID/)
      const connect = dialog(page, 'Connect Driver')
      await connect.getByPlaceholder('Enter Stripe Connect ID').fill('acct_1')
      await connect.getByRole('button', { name: 'Submit' }).click()
      await expect(connect.getByRole('alert')).toContainText('The driver was not connected.')
      for (const what of [/re-verif/i, /edit/i, /connect/i])
        expect(
          logged.some((line) => what.test(line)),
          `${what}`,
        ).toBe(true)
      await expect(page.locator('.il-toast')).toHaveCount(0)
    },
  )

  test('somebody else’s change in between is shown with who and when @product', long, async ({ page, backend }) => {
    const driver = await backend.take('/admin/drivers', (row) => !row.is_driver_profile_approved && isInOrder(row))
    await backend.call('POST', '/admin/connect-driver', { _id: driver._id, driver_connect_id: 'acct_between' })
    const row = await openDriver(page, driver)
    await row.getByRole('switch', { name: /^Verify/ }).click()
    await page.route('**/api/v1/admin/verify-driver', async (route) => {
      const sent = route.request().postDataJSON() as { revision: number }
      await route.continue({ postData: JSON.stringify({ ...sent, revision: sent.revision - 1 }) })
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page, 'Failed to save changes. Please try again.')).toContainText(
      /was changed in the meantime\. .+ did so/,
    )
  })
})
