import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

const most = 25
const quietMs = 3000

test('after the first screen at most 25 requests follow that nobody asked for', async ({ page }) => {
  await openScreen(page, '/drivers', 'Drivers')
  await expect(page.getByRole('table', { name: 'Drivers List' }).getByRole('row').nth(10)).toBeVisible()
  const unasked: string[] = []
  let last = Date.now()
  // Not the socket itself, nor what asks for a newer release again and again.
  page.on('request', (request) => {
    if (/\/(socket\.io\/|live-release)/.test(request.url())) return
    unasked.push(`${request.method()} ${request.url()}`)
    last = Date.now()
  })
  await expect.poll(() => Date.now() - last, { timeout: 60_000 }).toBeGreaterThan(quietMs)
  expect(unasked.length, unasked.join('\n')).toBeLessThanOrEqual(most)
})
