import type { BrowserContext } from '@playwright/test'
import { heading } from '../harness/page/screens.ts'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { release, rememberRelease } from '../harness/product/product.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'
import { othersWork } from './behind-proxy.ts'
import { expect, testOf } from './own-test.ts'
import { played } from './remotes.ts'

const [remote] = played.filter(({ name }) => name === 'depots')

const screen = (body: string, atOnce = '') => `import { useEffect } from 'react'
${atOnce}
void useEffect
function Depots() {
  ${body}
  return <p>It stands</p>
}
export const routes = [{ path: '/depots', Component: Depots }]
`
const forEver = 'for (;;) globalThis.loops = true'
const loops = [
  ['when it is evaluated', screen('', forEver)],
  ['when it is drawn', screen(forEver)],
  ['in an effect', screen(`useEffect(() => { ${forEver} }, [])`)],
] as const

const test = testOf('hangs')
test.describe.configure({ mode: 'default' })
// What fails is told to the console.
test.use({ noise: /./ })

let origin: Awaited<ReturnType<typeof startDepotsOrigin>>
let toGood: () => Promise<string>
test.beforeAll(async ({ own }) => {
  test.setTimeout(240_000)
  origin = await startDepotsOrigin(own)
  await publishDepots(own, depots.works, origin.url)
  await release(own, 'pin', 'depots@1.0.0', '--reason', 'a remote that works')
  toGood = await rememberRelease(own)
})
test.afterAll(() => origin.stop())

/** Visits the screen with a page that does not survive it, and ends that page as the browser's task manager would. */
async function visitAndHang(context: BrowserContext) {
  const page = await context.newPage()
  const tab = await context.newCDPSession(page)
  await page.goto('/depots', { waitUntil: 'commit' })
  await page.waitForTimeout(4000)
  const answer = page.evaluate(() => 'answered').catch(() => 'gone')
  const answers = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 2000, 'hangs'))])
  expect(answers).toBe('hangs')
  const crashed = page.waitForEvent('crash')
  void tab.send('Page.crash').catch(() => undefined)
  await crashed
  void page.close().catch(() => undefined)
}

loops.forEach(([when, routes], index) => {
  const version = `1.${index + 1}.0`
  test(`a build that loops for ever ${when}: the next page runs the last known good version`, async ({
    own,
    context,
    page,
  }) => {
    test.setTimeout(180_000)
    if (!remote) throw new Error('Depots is not among the remotes that are played')
    await publishVariant(own, origin.url, { version, routes })
    // Nothing is to be taken back before the first.
    await toGood().catch(() => undefined)
    await release(own, 'pin', `depots@${version}`, '--reason', when)
    await visitAndHang(context)
    const began = Date.now()
    await page.goto('/depots')
    await expect(heading(page, 'Depots')).toBeVisible({ timeout: 12_000 })
    expect(Date.now() - began).toBeLessThan(8000)
    await expect(page.getByText('Depots runs its last known good version')).toBeVisible()
    await othersWork(page, remote)
  })
})
