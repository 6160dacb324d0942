import { leaveUnseen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

const screens = [
  '/',
  '/drivers',
  '/driver-rides',
  '/users',
  '/user-rides',
  '/chats',
  '/releases',
  '/administrators',
  'a conversation',
]
const delayMs = 700

for (const [answers, width, seen] of [
  ['at once', 1400, screens],
  ['late', 1400, screens],
  ['late', 1385, ['/']],
  ['late', 900, ['/']],
  ['late', 390, screens],
] as const) {
  test(`nothing on screen is pushed away while a screen ${width} pixels wide loads whose answers come ${answers}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(`globalThis.shifts = []; new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) shifts.push({ value, of: sources.map(({ node, previousRect, currentRect }) => [node?.nodeName, node?.className, previousRect.x, previousRect.y, previousRect.width, '->', currentRect.x, currentRect.y, currentRect.width].map((it) => (typeof it === 'number' ? Math.round(it) : it)).join(' ')) })
    }).observe({ type: 'layout-shift', buffered: true })`)
    if (answers === 'late')
      await page.route('**/api/v1/**', async (route) => {
        // This is how late the answers are.
        // eslint-disable-next-line no-restricted-syntax
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await route.continue()
      })
    await leaveUnseen(page)
    let conversation = ''
    for (const screen of seen) {
      await page.goto(screen === 'a conversation' ? conversation : screen)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.locator('main').locator('.il-loading, .ant-skeleton')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      expect(
        (await page.evaluate<{ value: number; of: string[] }[]>('shifts')).filter(({ value }) => value >= 0.0005),
        screen,
      ).toEqual([])
      if (screen === '/chats')
        conversation = String(await page.locator('main a[href^="/user-chat/"]').first().getAttribute('href'))
    }
  })
}
