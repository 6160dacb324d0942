import { AxeBuilder } from '@axe-core/playwright'
import { openScreen } from '../harness/page/screens.ts'
import { framesWith, welcome } from '../harness/page/socket-frames.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const bare = { tag: '@bare' }

const preferences = (page: Page) => page.getByRole('dialog', { name: 'Preferences' })
const alerts = (page: Page) => preferences(page).getByRole('switch', { name: 'Desktop notifications of messages' })

/** The browser's notifications, as the page asks for them. */
async function recordNotifications(page: Page) {
  await page.addInitScript(`globalThis.alerts = []; globalThis.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title, { body }) { globalThis.alerts.push(title + ': ' + body) }
    close() {}
  }`)
}
const alertsIn = (page: Page) => page.evaluate<string[]>('alerts')

test(
  'the title of every screen has the unread conversations, and one tab alone shows the notification that was asked for',
  { tag: ['@product', '@long'] },
  async ({ page, context, backend }) => {
    const [person, other] = [await backend.person('driver'), await backend.person('driver')]
    const [theirs, others] = [await person.connect(), await other.connect()]
    const second = await context.newPage()
    for (const tab of [page, second]) await recordNotifications(tab)
    const [ofFirst, ofSecond] = [framesWith(page, welcome), framesWith(second, welcome)]
    await openScreen(page, '/', 'Dashboard')
    await page.getByRole('button', { name: 'Preferences' }).click()
    await expect(alerts(page)).toHaveAttribute('aria-checked', 'false')
    for (const width of [390, 1400]) {
      await page.setViewportSize({ width, height: 900 })
      expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([])
    }
    await alerts(page).click()
    await expect(alerts(page)).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('Escape')
    await openScreen(second, '/users', 'Users')
    await expect.poll(() => [ofFirst(), ofSecond()]).toEqual([1, 1])

    theirs.send(backend.user._id, 'Where do I find it?')
    await expect(page).toHaveTitle(/^\(\d+\+?\) Dashboard/, { timeout: 15_000 })
    await expect(second).toHaveTitle(/^\(\d+\+?\) Users/, { timeout: 15_000 })
    const all = async () =>
      [...(await alertsIn(page)), ...(await alertsIn(second))].filter((one) => one.includes(person.full_name))
    await expect.poll(all).toEqual([`Message from ${person.full_name}: Where do I find it?`])

    // The conversation is open in a visible tab.
    await second.goto(`/user-chat/${person._id}`)
    await expect(second.getByRole('log').getByText('Where do I find it?')).toBeVisible()
    await expect.poll(ofSecond).toBe(2)
    const held = () => second.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
    await expect.poll(held, 'it has told the other tabs').toContain(`interline-conversation-shown-${person._id}`)
    theirs.send(backend.user._id, 'Found it')
    await expect(second.getByRole('log').getByText('Found it')).toBeVisible()
    others.send(backend.user._id, 'And where is mine?')
    const told = async () => [...(await alertsIn(page)), ...(await alertsIn(second))].join('\n')
    await expect.poll(told).toContain(`Message from ${other.full_name}: And where is mine?`)
    expect(await told()).not.toContain('Found it')
    theirs.close()
    others.close()
  },
)

test('a backend that knows SPEC §7 alone counts no unread conversations and alerts to none', bare, async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(preferences(page).getByText('Single-key shortcuts')).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
  await expect(page).toHaveTitle('Dashboard · Interline')
})
