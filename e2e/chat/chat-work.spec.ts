import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

const product = { tag: '@product' }
const bare = { tag: '@bare' }

test(
  'canned replies, taking on and closing a conversation, and the next one that waits',
  product,
  async ({ page, backend }) => {
    const word = `zq${Date.now().toString(36)}`
    const [first, second] = [await backend.person('driver'), await backend.person('user')]
    for (const person of [first, second]) {
      const theirs = await person.connect()
      theirs.send(backend.user._id, `Where is my refund ${word}?`)
      await expect
        .poll(async () => JSON.stringify((await backend.call('GET', '/user/chat-list')).body), { timeout: 15_000 })
        .toContain(person.full_name)
      theirs.close()
    }

    // From a word of a message to the message.
    await openScreen(page, `/chats?q=${word}`, 'Chats')
    await expect(page.getByText('No chats found', { exact: true })).toBeVisible()
    const found = page.getByRole('region', { name: /^Messages with/ }).getByRole('link')
    await expect(found).toHaveCount(2)
    await found.filter({ hasText: first.full_name }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Chat with ${first.full_name}` })).toBeVisible()
    await expect(page.locator('[data-sought="true"]')).toContainText(word)

    // A reply of one's own, made on the way.
    const input = page.getByPlaceholder('Type a message...', { exact: true })
    await page.getByRole('button', { name: 'Canned replies', exact: true }).click()
    await page.getByRole('button', { name: 'Manage canned replies' }).click()
    await page.getByRole('button', { name: 'New reply' }).click()
    await page.getByLabel('Shortcut').fill(word)
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello {{first_name}}, it is on its way.')
    await page.getByRole('button', { name: 'Keep reply' }).click()
    await expect(page.getByRole('dialog', { name: 'New canned reply' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(input).toBeFocused()
    await page.keyboard.type(`/${word}`)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    const greeting = `Hello ${first.full_name.split(' ')[0]}, it is on its way.`
    await expect(input).toHaveValue(greeting)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log').getByText(greeting)).toBeVisible()

    // Taken on and closed; the person opens it again.
    await page.getByRole('button', { name: 'Take on' }).click()
    await expect(page.getByRole('button', { name: 'Take on' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Close conversation' }).click()
    await expect(page.getByRole('button', { name: 'Reopen conversation' })).toBeVisible()
    const theirs = await first.connect()
    theirs.send(backend.user._id, 'Thanks!')
    await expect(page.getByRole('button', { name: 'Close conversation' })).toBeVisible()
    theirs.close()

    await page.keyboard.press('Alt+N')
    await expect(page).not.toHaveURL(new RegExp(first._id))
    await expect(page.getByRole('heading', { level: 1, name: /^Chat with/ })).toBeVisible()

    await openScreen(page, '/chats?show=mine', 'Chats')
    await expect(page.getByRole('list', { name: 'Chat List' }).getByText(first.full_name)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Chat List' }).getByText(second.full_name)).toHaveCount(0)
  },
)

test(
  'the additions of our backend to the chats are absent on a backend that knows SPEC §7 alone',
  bare,
  async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname + new URL(request.url()).search))
    await openScreen(page, '/chats', 'Chats')
    await page.getByRole('list', { name: 'Chat List' }).getByRole('link').first().click()
    const input = page.getByPlaceholder('Type a message...', { exact: true })
    await input.fill('/')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    for (const name of ['Canned replies', 'Next unanswered', 'Take on', 'Bookings'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    expect(calls.filter((call) => /conversations|canned-replies|chat-list\?/.test(call))).toEqual([])
  },
)
