import { expectSettled, leaveUnseen, openScreen, retryOnceHealed } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const item = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Chat List' }).getByRole('listitem').filter({ hasText: name })

test('§2 a row of the Chat List shows picture, full name, last message and relative time', async ({
  page,
  backend,
}) => {
  const chats = (await chatsOf(backend)).filter((chat) => typeof chat.last_message_date === 'string')
  await openScreen(page, '/chats', 'Chats')
  const chat = chats[0]
  const row = item(page, String(chat?.full_name))
    .filter({ hasText: String(chat?.last_message) })
    .first()
  await expect(row.locator('.il-person-picture')).toBeVisible()
  await expect(row.locator('time')).toHaveAttribute('datetime', new Date(String(chat?.last_message_date)).toISOString())
  await expect(row.locator('time')).toHaveText(/ago|in /)
})

test('§2 Search by name matches the full name in any case; §8 nobody: No chats found', async ({ page, backend }) => {
  const [chat] = await chatsOf(backend)
  await openScreen(page, '/chats', 'Chats')
  const box = page.getByPlaceholder('Search by name', { exact: true })
  await box.fill(String(chat?.full_name).toUpperCase())
  await expect(item(page, String(chat?.full_name)).first()).toBeVisible()
  await box.fill('nobody has this name')
  await expect(page.getByText('No chats found', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Chat List' })).toHaveCount(0)
})

test('§2 a red dot marks an unseen last message of the other side; opening the row marks it as seen, then opens the chat', async ({
  page,
  backend,
}) => {
  const person = await backend.person('driver')
  const theirs = await person.connect()
  theirs.send(backend.user._id, 'Can you help me?')
  await expect
    .poll(async () => (await chatsOf(backend)).some((chat) => chat.full_name === person.full_name), { timeout: 15_000 })
    .toBe(true)

  await openScreen(page, '/chats', 'Chats')
  const row = item(page, person.full_name)
  const dot = row.getByRole('img', { name: /[Uu]nseen message/ })
  await expect(dot).toBeVisible()
  // The row is drawn anew when the list is read again: a dot that is gone has no colour.
  await expect
    .poll(async () => {
      const [red = 0, green = 0, blue = 0] = await dot.evaluate(
        (element) => getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [],
      )
      return red > green * 2 && red > blue * 2
    })
    .toBe(true)

  const seen = page.waitForRequest('**/api/v1/user/chats/mark-seen')
  await row.getByRole('link').click()
  expect((await seen).method()).toBe('POST')
  expect((await seen).postDataJSON()).toEqual({ sender_id: person._id, receiver_id: backend.user._id })
  await expect(page).toHaveURL(`/user-chat/${person._id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Chat with ${person.full_name}` })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Chats' }).click()
  await expect(item(page, person.full_name)).toBeVisible()
  await expect(item(page, person.full_name).getByRole('img', { name: /[Uu]nseen message/ })).toHaveCount(0)
  theirs.close()
})

const input = (page: Page) => page.getByPlaceholder('Type a message...', { exact: true })

for (const hasTouch of [false, true]) {
  test.describe(hasTouch ? 'on touch' : 'with a mouse', () => {
    test.use({ hasTouch, isMobile: hasTouch })

    test(`a chat that is opened from the list has the focus ${hasTouch ? 'on its heading' : 'in its input'}`, async ({
      page,
    }) => {
      await leaveUnseen(page)
      await openScreen(page, '/chats', 'Chats')
      const link = page.getByRole('list', { name: 'Chat List' }).getByRole('link').first()
      await (hasTouch ? link.tap() : link.click())
      await expect(page).toHaveURL(/user-chat/)
      const heading = page.getByRole('heading', { level: 1, name: /^Chat with/ })
      await expect(hasTouch ? heading : input(page)).toBeFocused()
      await expectSettled(page)
      await expect(hasTouch ? heading : input(page)).toBeFocused()
    })
  })
}

test(
  'a chat that is loaded anew has the focus behind its draft, and one that is shown again where it was',
  long,
  async ({ page }) => {
    await leaveUnseen(page)
    await openScreen(page, '/chats', 'Chats')
    await page.getByRole('list', { name: 'Chat List' }).getByRole('link').first().click()
    await expect(input(page)).toBeFocused()
    await page.keyboard.type('Half a')
    await page.reload()
    await expect(input(page)).toBeFocused()
    await page.keyboard.type(' thought')
    await expect(input(page)).toHaveValue('Half a thought')
    const back = page.getByRole('link', { name: 'Back to Chats' })
    await back.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
    await page.goBack()
    await expect(back).toBeFocused()
  },
)

test('§2 no dot for an unseen last message of one’s own', long, async ({ page, backend }) => {
  await page.route('**/api/v1/user/chat-list*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: {
        success: true,
        data: [
          {
            full_name: 'Own Words',
            profile_picture: null,
            last_message: 'Mine',
            last_message_date: new Date().toISOString(),
            last_message_is_seen: false,
            sender_id: backend.user._id,
            receiver_id: 'x1',
          },
        ],
      },
    }),
  )
  await openScreen(page, '/chats', 'Chats')
  await expect(item(page, 'Own Words').getByText('Mine')).toBeVisible()
  await expect(item(page, 'Own Words').getByRole('img', { name: /[Uu]nseen/ })).toHaveCount(0)
})

test.describe('failed', () => {
  test.use({ noise: /Failed to load resource|chat/i })

  test(
    '§8 a failed fetch of the chat list is logged and said in its place, and Retry brings it',
    long,
    async ({ page, backend }) => {
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      await backend.spoil(page, '/user/chat-list', 'error')
      await page.goto('/chats')
      await expect(page.getByRole('alert')).toContainText('could not be loaded', { timeout: 30_000 })
      expect(logged.some((line) => /chat/i.test(line) && !/Failed to load resource/.test(line))).toBe(true)
      await expect(page.locator('.il-toast')).toHaveCount(0)
      await retryOnceHealed(page, page, () => backend.spoil(page, '/user/chat-list', null))
      await expect(page.getByRole('list', { name: 'Chat List' })).toBeVisible()
    },
  )
})

async function chatsOf(backend: { call: (method: string, path: string) => Promise<{ body: { data: unknown } }> }) {
  return (await backend.call('GET', '/user/chat-list')).body.data as {
    full_name: unknown
    last_message: unknown
    last_message_date: unknown
  }[]
}
