import { expectAccessible } from '../harness/page/accessible.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

// One queue that all tests of this product share: who is before one administrator is nobody else's meanwhile.
test.describe.configure({ mode: 'serial' })

const heading = (page: Page) => page.getByRole('heading', { level: 2 })
const nameOf = async (page: Page) => (await heading(page).first().textContent()) ?? ''
const toast = (page: Page, text: string) => page.locator('.il-toast').filter({ hasText: text })

async function openQueue(page: Page) {
  await page.goto('/drivers/queue')
  await expect(page.getByRole('heading', { level: 1, name: 'Verification queue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  return nameOf(page)
}

test(
  'a reviewer approves under a key, meets the next driver, takes it back, and goes to and fro',
  { tag: '@product' },
  async ({ page, backend }) => {
    const name = await openQueue(page)
    const listed = async () =>
      (await backend.rows('/admin/drivers')).find(({ full_name }) => full_name === name)?.is_driver_profile_approved
    const before = await listed()
    await page.keyboard.press('a')
    await expect(toast(page, `${name} is approved.`)).toBeVisible()
    await expect(heading(page).first()).not.toHaveText(name)
    await expect(heading(page).first()).toBeFocused()
    expect(await listed()).toBe(true)
    await page.keyboard.press('u')
    await expect(toast(page, `The approval of ${name} is taken back.`)).toBeVisible()
    await expect(heading(page).first()).toHaveText(name)
    expect(await listed()).toBe(before)
    await page.keyboard.press('n')
    await expect(heading(page).first()).not.toHaveText(name)
    await page.keyboard.press('p')
    await expect(heading(page).first()).toHaveText(name)
    await expectAccessible(page, 'the verification queue')
  },
)

test(
  'a reviewer rejects by keys alone; the reason is in the chat, and what is missing in it is said',
  { tag: ['@product', '@long'] },
  async ({ page, backend }) => {
    const name = await openQueue(page)
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`Reject ${name}`)
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('7')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Say what is wrong')
    await expect(dialog.getByLabel('Note to the driver')).toBeFocused()
    await page.keyboard.type('A page of it is missing.')
    await expectAccessible(page, 'the dialog that rejects')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(toast(page, `${name} is rejected`)).toBeVisible()
    await expect(dialog).toBeHidden()
    const said = async () =>
      ((await backend.call('GET', '/user/chat-list')).body.data as { full_name: string; last_message: string }[]).find(
        (chat) => chat.full_name === name,
      )?.last_message
    expect(await said()).toContain('A page of it is missing.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(heading(page).first()).toHaveText(name)
    expect(await said()).toContain('disregard')
  },
)

test(
  'until when a document is good is kept when the field is left, and stands in the list of those that expire',
  { tag: ['@product', '@long'] },
  async ({ page }) => {
    const name = await openQueue(page)
    const document = page
      .getByRole('button', { name: /^(Driving licence|Car document|Insurance)/ })
      .filter({ hasNotText: 'missing' })
    await document.first().click()
    const field = page.getByLabel(/expires on$/).filter({ visible: true })
    await field.fill('2024-02-29')
    await field.blur()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Expiring' }).click()
    const row = page.getByRole('row').filter({ hasText: name }).first()
    await expect(row).toContainText(/Expired \d+ days ago/)
    await expect(row.getByRole('link', { name, exact: true })).toHaveAttribute('href', /^\/drivers\/\w+$/)
    await expectAccessible(page, 'documents that expire')
    await row.getByLabel(/expires on/).fill('')
    await row.getByLabel(/expires on/).blur()
    await expect(toast(page, `The day of ${name} is saved`)).toBeVisible()
  },
)

test('two reviewers have two drivers', { tag: '@product' }, async ({ page, backend }) => {
  const name = await openQueue(page)
  const { body } = await backend.call('POST', '/user/auth/admin-login', {
    email: 'theo@interline.test',
    password: 'interline-demo',
  })
  const { token } = body.data as { token: string }
  const answered = await fetch(`${backend.apiUrl}/api/v1/admin/drivers/queue/next`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { data } = (await answered.json()) as { data: { current: { driver: { full_name: string } } } }
  expect(data.current.driver.full_name).not.toBe(name)
})

test('with a backend of SPEC §7 alone there is no queue', { tag: '@bare' }, async ({ page }) => {
  await page.goto('/drivers')
  await expect(page.getByRole('heading', { level: 1, name: 'Drivers' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Verification queue' })).toHaveCount(0)
})
