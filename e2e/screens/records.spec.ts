import { expectAccessible } from '../harness/page/accessible.ts'
import { expectSettled, heading, openRowOf } from '../harness/page/screens.ts'
import { expect, test, long } from '../harness/test.ts'

test('a name leads to the page of the driver, a note is left there, and a colleague reads it at once @product', async ({
  page,
  backend,
  browser,
  baseURL,
}) => {
  const driver = await backend.take('/admin/drivers', ({ email, full_name }) => Boolean(email && full_name))
  const name = String(driver.full_name)
  const row = await openRowOf(page, '/drivers', 'Drivers', driver, driver.email)
  await row.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/drivers/${driver._id}$`))
  await expect(heading(page, name)).toBeVisible()
  await expectSettled(page)
  await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\+?\\) )?${name} · Interline$`))
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(String(driver.email))
  for (const section of ['Documents', 'Bookings', 'Rides offered', 'Conversation', 'Notes'])
    await expect(page.getByRole('region', { name: section, exact: true })).toBeVisible()
  await expectAccessible(page, 'the page of a driver')

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
  })
  const colleague = await context.newPage()
  await colleague.goto(`/drivers/${driver._id}`)
  await expect(heading(colleague, name)).toBeVisible()
  await expectSettled(colleague)

  const text = `Call back about ${driver._id}`
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('textbox', { name: 'New note' }).fill(text)
  await notes.getByRole('button', { name: 'Leave note' }).press('Enter')
  await expect(notes.getByRole('article')).toContainText(text)
  await expect(notes.getByRole('textbox', { name: 'New note' })).toBeFocused()
  await expect(colleague.getByRole('region', { name: 'Notes' })).toContainText(text)
  await context.close()

  await notes.getByRole('button', { name: 'Edit note' }).press('Enter')
  await notes.getByRole('textbox', { name: 'Text of the note' }).fill('Done.')
  await notes.getByRole('button', { name: 'Save note' }).press('Enter')
  await expect(notes.getByRole('article')).toContainText('Done.')
  await expect(notes.getByRole('button', { name: 'Edit note' })).toBeFocused()
  await notes.getByRole('button', { name: 'Remove note' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove note' }).press('Enter')
  await expect(notes.getByRole('article')).toHaveCount(0)
})

test(
  'a booking shows each change of its status with who made it, and leads to both people @product',
  long,
  async ({ page, backend }) => {
    const booking = await backend.take('/admin/user/rides', ({ status }) => status === 'Pending')
    await page.goto(`/user-rides/${booking._id}`)
    const user = (booking.user as { full_name: string }).full_name
    await expect(heading(page, `Booking of ${user}`)).toBeVisible()
    await expectSettled(page)
    await expectAccessible(page, 'the page of a booking')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByRole('listitem').last()).toContainText('Booked')

    await page.getByRole('button', { name: /^Change status of/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Change Status' }).press('ArrowDown')
    await page.getByTitle('Accepted', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(timeline.getByRole('listitem').first()).toContainText(/Status changed.*Pending.*to.*Accepted.*by /s)

    await page.getByRole('region', { name: 'People' }).getByRole('link', { name: user, exact: true }).click()
    await expect(heading(page, user)).toBeVisible()
    await expectSettled(page)
    await expectAccessible(page, 'the page of a user')
    await page.getByRole('link', { name: `Chat with ${user}` }).click()
    await expect(heading(page, `Chat with ${user}`)).toBeVisible()
    await page.getByRole('heading', { level: 1 }).getByRole('link', { name: user }).click()
    await expect(heading(page, user)).toBeVisible()
  },
)

test.describe('of an id that nobody has', () => {
  test.use({ noise: /404/ })

  test('the page says so in words @product', async ({ page }) => {
    for (const [path, kind] of [
      ['drivers', 'driver'],
      ['users', 'user'],
      ['user-rides', 'booking'],
    ] as const) {
      await page.goto(`/${path}/nobody`)
      await expect(heading(page, `There is no such ${kind}`)).toBeVisible()
    }
  })
})

test('a backend of SPEC §7 alone has no such pages, and no name leads to one @bare', async ({ page, backend }) => {
  const [driver] = await backend.rows('/admin/drivers')
  const calls: string[] = []
  page.on('request', (request) => /\/admin\/(records|notes)/.test(request.url()) && calls.push(request.url()))
  for (const path of ['/drivers', '/users', '/user-rides', '/driver-rides'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('tbody tr.il-row').first()).toBeVisible()
      await expect(page.locator('tbody .il-record-link')).toHaveCount(0)
    })
  for (const path of ['/drivers', '/users', '/user-rides']) {
    await page.goto(`${path}/${driver?._id}`)
    await expect(heading(page, '404')).toBeVisible()
  }
  expect(calls).toEqual([])
})
