import { expectScreen, focused, openScreen, textOf } from './on-the-page.ts'
import { expect, test } from './test.ts'

test('a conversation opens with the focus in its field; what is sent and what comes is seen', async ({
  signedIn: page,
  backend,
}) => {
  const person = await backend.person('user')
  const theirs = await person.connect()
  theirs.send(backend.user._id, 'Hello from the road')
  await openScreen(page, '/chats', 'Chats')
  await page.locator(`a[aria-label*="${person.full_name}"], a ::-p-text(${person.full_name})`).click()
  await expectScreen(page, `Chat with ${person.full_name}`)
  await expect.poll(() => focused(page)).toMatch(/^textarea /)
  const log = () => textOf(page, '[role="log"]')
  await expect.poll(log).toContain('Hello from the road')

  await page.keyboard.type('Hello from the office')
  await page.keyboard.press('Enter')
  await expect.poll(log).toContain('Hello from the office')
  await expect.poll(() => theirs.received.map(({ message }) => message)).toEqual(['Hello from the office'])
  await expect.poll(() => page.$eval('textarea', ({ value }) => value)).toBe('')
  expect(await focused(page)).toMatch(/^textarea /)
  theirs.send(backend.user._id, 'See you')
  await expect.poll(log).toContain('See you')
  theirs.close()
})
