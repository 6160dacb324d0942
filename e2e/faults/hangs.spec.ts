import { once } from 'node:events'
import type { BrowserContext } from '@playwright/test'
import { heading } from '../harness/page/screens.ts'
import { publishDepots } from '../harness/product/depots.ts'
import { madeRemote } from '../harness/product/made-remote.ts'
import { startOrigin } from '../harness/product/origin.ts'
import { release, rememberRelease } from '../harness/product/product.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'
import { othersWork } from './visit.ts'
import { expect, testOf } from './own-test.ts'
import { played } from './remotes.ts'

const [remote] = played.filter(({ name }) => name === madeRemote.name)
if (!remote) throw new Error('the remote of create-remote is not among those that are played')
const { name, title, path, folder } = remote

const screen = (body: string, atOnce = '') => `import { useEffect } from 'react'
${atOnce}
void useEffect
function Depots() {
  ${body}
  return <p>It stands</p>
}
export const routes = [{ path: '${path}', Component: Depots }]
`
const forEver = 'for (;;) globalThis.loops = true'
const loops = [
  ['when it is evaluated', screen('', forEver)],
  ['when it is drawn', screen(forEver)],
  ['in an effect', screen(`useEffect(() => { ${forEver} }, [])`)],
] as const

const test = testOf('hangs')
// The console is told of each failure.
test.use({ noise: /./ })

/** Visits the screen with a page that does not survive it, and ends that page as the browser's task manager would. */
async function visitAndHang(context: BrowserContext) {
  const page = await context.newPage()
  const tab = await context.newCDPSession(page)
  await page.goto(path, { waitUntil: 'commit' })
  const hangs = () => once(AbortSignal.timeout(2000), 'abort').then(() => 'hangs')
  const answer = () => page.evaluate(() => 'answered').catch(() => 'gone')
  await expect.poll(() => Promise.race([answer(), hangs()]), { timeout: 30_000 }).toBe('hangs')
  const crashed = page.waitForEvent('crash')
  void tab.send('Page.crash').catch(() => undefined)
  await crashed
  void page.close().catch(() => undefined)
}

test.describe(name, () => {
  test.describe.configure({ mode: 'default' })
  let origin: Awaited<ReturnType<typeof startOrigin>>
  let toGood: () => Promise<string>
  test.beforeAll(async ({ own }) => {
    test.setTimeout(240_000)
    origin = await startOrigin(own, name)
    await publishDepots(own, folder, origin.url)
    await release(own, 'pin', `${name}@1.0.0`, '--reason', 'a remote that works')
    toGood = await rememberRelease(own)
  })
  test.afterAll(() => origin.stop())

  loops.forEach(([when, routes], index) => {
    const version = `1.${index + 1}.0`
    test(`a build that loops for ever ${when}: the next page runs the last known good version`, async ({
      own,
      context,
      page,
    }) => {
      test.setTimeout(180_000)
      await publishVariant(own, origin.url, { folder, version, files: { 'src/routes.tsx': routes } })
      // Nothing is to be taken back before the first.
      await toGood().catch(() => undefined)
      await release(own, 'pin', `${name}@${version}`, '--reason', when)
      await visitAndHang(context)
      const began = Date.now()
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible({ timeout: 12_000 })
      expect(Date.now() - began).toBeLessThan(8000)
      await expect(page.getByText(`${title} runs its last known good version`)).toBeVisible()
      await othersWork(page, remote)
    })
  })
})
