import { expectAccessible } from '../harness/page/accessible.ts'
import { approveInQueue, expectKeys } from '../harness/page/screens.ts'
import { signInTo } from '../harness/backend/backend.ts'
import { expect, test as base } from '../harness/test.ts'
import { newOwner, password } from '../team/people.ts'
import type { Page } from '@playwright/test'

let reviewer: ReturnType<typeof signInTo> | undefined
async function newReviewer() {
  const owner = await signInTo('product')
  return signInTo('product', owner.apiUrl, { email: await newOwner(owner), password })
}

// One queue that all tests of this product share: who is before one administrator is nobody else's meanwhile. An
// administrator of its own, since Undo takes back what they decided last, wherever that was.
const test = base.extend({
  backend: async ({ backendKind }, use) =>
    use(await (backendKind === 'bare' ? signInTo('bare') : (reviewer ??= newReviewer()))),
})
test.describe.configure({ mode: 'serial' })

const heading = (page: Page) => page.getByRole('heading', { level: 2 })
const nameOf = async (page: Page) => (await heading(page).first().textContent()) ?? ''
const toast = (page: Page, text: string) => page.locator('.il-toast').filter({ hasText: text })
const bar = (page: Page) => page.getByRole('group', { name: 'Decide' })

async function openQueue(page: Page) {
  await page.goto('/drivers/queue')
  await expect(page.getByRole('heading', { level: 1, name: 'Verification queue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await expectKeys(page)
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
    await approveInQueue(page, () => page.keyboard.press('a'))
    await expect(bar(page)).toContainText(`${name} is approved.`)
    await expect(heading(page).first()).not.toHaveText(name)
    await expect(heading(page).first()).toBeFocused()
    expect(await listed()).toBe(true)
    await page.keyboard.press('u')
    await expect(bar(page)).toContainText(`The approval of ${name} is taken back.`)
    await expect(heading(page).first()).toHaveText(name)
    expect(await listed()).toBe(before)
    await page.keyboard.press('n')
    await expect(heading(page).first()).not.toHaveText(name)
    await page.keyboard.press('p')
    await expect(heading(page).first()).toHaveText(name)
    await expectAccessible(page, 'the verification queue')
  },
)

/** Chromium's headless shell has no viewer of them. */
const showsPdfs = (page: Page) => page.evaluate(() => navigator.pdfViewerEnabled)

test(
  'the document has the height between header and decision bar, and nothing lies on what decides, after acts too',
  { tag: '@product' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 900 })
    const covered = () =>
      bar(page)
        .getByRole('button', { disabled: false })
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => {
              const { x, y, width, height } = button.getBoundingClientRect()
              return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
            })
            .map(({ textContent }) => textContent),
        )
    await openQueue(page)
    const names: string[] = []
    while (names.length < 2) {
      const name = await nameOf(page)
      names.push(name)
      await approveInQueue(page, () => page.keyboard.press('a'))
      await expect(bar(page)).toContainText(`${name} is approved.`)
      await expect(heading(page).first()).not.toHaveText(name)
    }
    await expect(page.locator('.il-toast')).toHaveCount(0)
    if (await showsPdfs(page)) {
      const shown = page.locator('main iframe:visible')
      await expect(shown).toHaveCount(1)
      expect((await shown.boundingBox())?.height).toBeGreaterThanOrEqual(630)
    }
    for (const width of [1400, 1007, 390])
      for (const isAtEnd of [false, true]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        await page.evaluate((end) => window.scrollTo(0, end ? document.body.scrollHeight : 0), isAtEnd)
        await expect(bar(page).getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 })
        await expect.poll(covered, `at ${width} px`).toEqual([])
      }
    for (const name of names.reverse()) {
      await page.keyboard.press('u')
      await expect(heading(page).first()).toHaveText(name)
    }
  },
)

test('after a click in a PDF the keys work as soon as the pointer leaves it', { tag: '@product' }, async ({ page }) => {
  test.skip(!(await showsPdfs(page)), 'this browser shows no PDFs')
  await openQueue(page)
  const choose = page.getByRole('button', { name: /^(Driving licence|Car document|Insurance)/ })
  await choose.filter({ hasNotText: 'missing' }).last().click()
  const shown = page.locator('main iframe:visible')
  await shown.click()
  await expect(shown).toBeFocused()
  await page.mouse.move(5, 5)
  await expect(shown).not.toBeFocused()
  await page.keyboard.press('1')
  await expect(choose.first()).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('3')
  await expect(choose.last()).toHaveAttribute('aria-pressed', 'true')
})

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
    await expect(bar(page)).toContainText(`${name} is rejected`)
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
  const { body } = await (await signInTo(backend.kind)).call('POST', '/admin/drivers/queue/next', {})
  const { current } = body.data as { current: { driver: { full_name: string } } }
  expect(current.driver.full_name).not.toBe(name)
})

test('with a backend of SPEC §7 alone there is no queue', { tag: '@bare' }, async ({ page }) => {
  await page.goto('/drivers')
  await expect(page.getByRole('heading', { level: 1, name: 'Drivers' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Verification queue' })).toHaveCount(0)
})
