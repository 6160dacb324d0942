import { heading, leaveUnseen, openScreen } from '../harness/page/screens.ts'
import { expect, test, long } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const list = (page: Page) => page.getByRole('list', { name: 'Chat List' })
const input = (page: Page) => page.getByPlaceholder('Type a message...', { exact: true })

test('from 1200 pixels on a conversation stands beside the Chat List, and the next one opens without leaving it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await leaveUnseen(page)
  await openScreen(page, '/chats', 'Chats')
  await list(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/user-chat\/[^/?]+$/)
  const opened = list(page).locator('[aria-current=true]')
  await expect(opened).toHaveCount(1)
  const first = await opened.locator('.il-person-name').textContent()
  await expect(page.getByRole('heading', { level: 1, name: `Chat with ${first}` })).toBeVisible()
  // By the keyboard alone: from the row that is open to the next one, and on in its input.
  const other = list(page).getByRole('link').nth(1)
  const name = await other.locator('.il-person-name').textContent()
  const drawn = await list(page).elementHandle()
  await opened.focus()
  await page.keyboard.press('Tab')
  await expect(other).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Chat with ${name}` })).toBeVisible()
  await expect(input(page)).toBeFocused()
  await expect(opened.locator('.il-person-name')).toHaveText(String(name))
  expect(await drawn?.evaluate((element) => element.isConnected), 'the list was not drawn anew').toBe(true)

  await page.getByRole('link', { name: 'Back to Chats' }).click()
  await expect(heading(page, 'Chats')).toBeVisible()
})

test(
  'below 1200 pixels a conversation stands alone, and keeps its draft when the window gets wider',
  long,
  async ({ page }) => {
    await page.setViewportSize({ width: 1199, height: 900 })
    await leaveUnseen(page)
    await openScreen(page, '/chats', 'Chats')
    await list(page).getByRole('link').first().click()
    await input(page).fill('Half a thought')
    await expect(list(page)).toHaveCount(0)
    await page.setViewportSize({ width: 1200, height: 900 })
    await expect(list(page)).toBeVisible()
    await expect(input(page)).toHaveValue('Half a thought')
    await input(page).fill('')
  },
)
