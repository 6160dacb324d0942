import type { Page } from '@playwright/test'
import { admin } from '../harness/backend/backend.ts'
import { wrongAnswers } from './api-faults.ts'
import { stands, toldWithin } from './on-the-page.ts'
import { expect, isWhole, test } from './test.ts'

/** The events that the page emits over its socket under this name, as they stand on the wire. */
function emitted(page: Page, event: string): string[] {
  const packets: string[] = []
  const take = (text: string) => packets.push(...text.split('\u001e').filter((one) => one.includes(`["${event}",`)))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => take(String(payload))))
  page.on('request', (request) => request.url().includes('/socket.io/') && take(request.postData() ?? ''))
  return packets
}

const writeTo = async (page: Page, person: string, text: string) => {
  await page.goto(`/user-chat/${person}`)
  await stands(page)
  await page.getByPlaceholder('Type a message...').fill(text)
}
const said = async (
  world: { call: (method: string, path: string) => Promise<{ body: { data: unknown } }> },
  id: string,
) => ((await world.call('GET', `/user/chats/${id}`)).body.data as { message: string }[]).map(({ message }) => message)

test('§7 send-message goes to a backend that announced nothing to the letter', async ({ page, world }) => {
  const packets = emitted(page, 'send-message')
  const person = world.user._id.replace(/admin$/, 'driver-0')
  await writeTo(page, person, 'To the letter')
  await page.keyboard.press('Enter')
  await expect.poll(() => said(world, person)).toContain('To the letter')
  // `42` is an event that asks for no acknowledgement: one that does has a number between it and the bracket.
  expect(packets).toHaveLength(1)
  expect(packets[0]).toMatch(/^42\[/)
  expect(JSON.parse(String(packets[0]).slice(2))).toEqual([
    'send-message',
    {
      senderId: world.user._id,
      receiverId: person,
      message: 'To the letter',
      role: expect.stringMatching(/^(User|Driver)$/),
    },
  ])
})

test('a message that is sent without a connection waits, survives a reload and arrives once', async ({
  page,
  api,
  world,
}) => {
  const person = world.user._id.replace(/admin$/, 'driver-0')
  await writeTo(page, person, 'Sent into the dark')
  api.cutSockets(true)
  await expect(page.getByText(/connection/i).first()).toBeVisible()
  await page.keyboard.press('Enter')
  const line = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Sent into the dark' })
  await expect(line).toBeVisible()
  await page.getByPlaceholder('Type a message...').fill('Half a thought')
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(line).toBeVisible()
  await expect(page.getByPlaceholder('Type a message...')).toHaveValue('Half a thought')
  expect(await said(world, person)).not.toContain('Sent into the dark')
  api.cutSockets(false)
  const arrived = async () => (await said(world, person)).filter((text) => text === 'Sent into the dark').length
  await expect.poll(arrived, { timeout: 20_000 }).toBe(1)
  await expect(line).toHaveCount(1)
  // Text that was typed meanwhile goes after whatever is still to be sent.
  await page.getByPlaceholder('Type a message...').press('Enter')
  await expect.poll(() => said(world, person)).toContain('Half a thought')
  expect(await arrived()).toBe(1)
})

test.describe('Sign In', { tag: '@long' }, () => {
  test.use({ signedIn: false })
  for (const fault of wrongAnswers.filter(({ quick }) => isWhole || quick))
    test(`${fault.name}: what was typed stays, and signing in again works`, async ({ page, api }) => {
      await page.goto('/users')
      const [email, password] = [
        page.getByLabel('Email', { exact: true }),
        page.getByLabel('Password', { exact: true }),
      ]
      await email.fill(admin.email)
      await password.fill(admin.password)
      api.play('POST /api/v1/user/auth/admin-login', fault)
      const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
      await signIn.click()
      const toast = page.locator('.il-toast').filter({ hasText: 'Please try again' })
      await toldWithin(toast, api.firstAt)
      // SPEC-NOTES §8: of a refusal nothing is said, so that nobody learns which accounts exist.
      if (fault.cause !== undefined) await expect(toast).toContainText(/cannot sign anyone in/)
      if (fault.isUnread) await expect(toast).toContainText(fault.told)
      if (fault.cause === 'server') await expect(toast).toContainText(api.requestId())
      expect([await email.inputValue(), await password.inputValue()]).toEqual([admin.email, admin.password])
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      api.play('', null)
      await signIn.click()
      await stands(page)
      await expect(page.locator('tbody tr.il-row').first()).toBeVisible()
    })
})
