import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../harness/own-product.ts'
import { heading, tableRows } from '../harness/page/screens.ts'
import { expectReleased, overrideBanner, requestsTo, runFrom, startSource, type Source } from '../harness/source.ts'

test.describe.configure({ mode: 'serial' })
// A refusal is a failed load to the browser.
test.use({
  noise: /status of 40\d|Running a part from source|was preloaded|ERR_|net::/,
  permissions: ['local-network-access'],
})

const screen = 'src/users-page.tsx'
const styles = 'src/users-page.module.css'
let source: Source
test.beforeAll(async ({ own }) => {
  source = await startSource(own, 'users')
})
test.afterAll(async () => {
  expect((await source.stop()).ms).toBeLessThan(5000)
})

const overrideCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.includes('dev-override'))

/** Scripts leave the page once they have run: notes each that enters it. */
function watchScripts() {
  const scripts: string[][] = []
  Object.assign(globalThis, { scripts })
  const note = (node: Node) => node instanceof HTMLScriptElement && scripts.push([node.src, node.integrity])
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(document, {
    childList: true,
    subtree: true,
  })
}

/** Leaves what is open, and what it asks for. */
async function forget(page: Page, requestedUrls: string[]) {
  await page.goto('about:blank')
  requestedUrls.length = 0
}

async function run(page: Page) {
  await page.goto('/users')
  await runFrom(page, source.origin)
  await expect(overrideBanner(page)).toContainText(/Build [0-9a-f]{12}/)
}

test('nothing in an address, in storage or in a cookie of a script starts one', async ({ page, context }) => {
  const requestedUrls = requestsTo(context, source.origin)
  const value = `users@${source.origin}`
  await page.goto('/')
  await page.evaluate((text) => {
    for (const name of ['dev-override', 'interline-dev-override', 'interline.dev-override']) {
      localStorage.setItem(name, text)
      sessionStorage.setItem(name, text)
      document.cookie = `${name}=${text}; path=/`
    }
  }, value)
  const query = `dev-override=${value}&remote=users&origin=${encodeURIComponent(source.origin)}`
  await page.goto(`/users?${query}#${query}`)
  await expectReleased(page, requestedUrls, 'Users')
  await page.goto(`/dev-override?${query}`)
  await page.goto('/users')
  await expectReleased(page, requestedUrls, 'Users')
})

test('one remote runs from its source inside the released shell; a saved change is on the screen within 2 s, without a reload, and state stays', async ({
  page,
}) => {
  const genuine = source.read(screen)
  await page.addInitScript(watchScripts)
  await page.goto('/users?q=example&size=10')
  await expect(heading(page, 'Users')).toBeVisible()
  await runFrom(page, source.origin)

  const banner = overrideBanner(page)
  await expect(banner).toContainText(`Users runs from ${source.origin}`)
  await expect(banner).toContainText(/Build [0-9a-f]{12}/)
  await expect(tableRows(page, 'Users List').first()).toBeVisible()
  const scripts = (await page.evaluate(() => (globalThis as { scripts?: string[][] }).scripts ?? [])).filter(([src]) =>
    src?.startsWith(source.origin),
  )
  expect(scripts.length).toBeGreaterThan(1)
  for (const [src, integrity] of scripts) expect(integrity, src).toMatch(/^sha384-/)

  await tableRows(page, 'Users List').first().locator('td').last().getByRole('button').click()
  const details = page.getByRole('dialog')
  await expect(details).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
  const times: number[] = []
  for (const title of ['People List', 'Riders List', 'Travellers List']) {
    const saved = Date.now()
    source.save(screen, genuine.replace("title={t('list.title')}", `title="${title}"`))
    await page.getByText(title, { exact: true }).waitFor({ timeout: 5000 })
    times.push(Date.now() - saved)
  }
  console.log(`from saving to the new screen: ${times.join(', ')} ms`)
  expect(Math.max(...times)).toBeLessThan(2000)
  await expect(details).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true)
  expect(new URL(page.url()).search).toBe('?q=example&size=10')

  // The value that a memo keeps is made anew, with the state around it left alone.
  const columns = source.read('src/user-columns.tsx')
  source.save('src/user-columns.tsx', columns.replace("t('columns.email')", "'Post'"))
  await expect(page.getByRole('columnheader', { name: 'Post', includeHidden: true })).toBeVisible()
  await expect(details).toBeVisible()

  source.save(screen, `${genuine}\nconst x = <`)
  await expect(banner).toContainText('The last build has errors.')
  await banner.getByText('Show errors').click()
  await expect(banner.locator('pre')).toContainText(/users-page\.tsx:\d+/)
  await expect(page.getByText('Travellers List', { exact: true })).toBeVisible()

  // A rule that leaves the source leaves the screen.
  const css = source.read(styles)
  source.save(styles, `${css}\n.phone { outline: 3px solid red; }\n`)
  source.save(screen, genuine)
  const phone = tableRows(page, 'Users List').first().locator('[class$="_phone"]')
  const outline = () => phone.evaluate((element) => getComputedStyle(element).outlineStyle)
  await expect.poll(outline).toBe('solid')
  source.save(styles, css)
  await expect.poll(outline).toBe('none')
  await expect(page.getByText('Users List', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true)
})

test('the banner is on every screen, the other parts are the released ones, and Leave brings the released version back', async ({
  page,
  context,
}) => {
  await run(page)
  for (const [path, title] of [
    ['/', 'Dashboard'],
    ['/drivers', 'Drivers'],
    ['/no/such/page', '404'],
    ['/users', 'Users'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(overrideBanner(page)).toBeVisible()
  }
  for (const [colorScheme, width] of [
    ['light', 1400],
    ['dark', 1400],
    ['light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page }).include('aside[data-status]').analyze()
    expect(
      violations.map(({ id }) => id),
      `${colorScheme} at ${width}`,
    ).toEqual([])
    // Nothing is under the banner: the page ends above it.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const [footer, above] = [
      await page.getByRole('contentinfo').boundingBox(),
      await overrideBanner(page).boundingBox(),
    ]
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((above?.y ?? 0) + 1)
  }
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.getByRole('banner').getByRole('button', { name: /Admin/ }).click()
  await page.getByRole('button', { name: 'About this screen' }).click()
  await expect(page.getByRole('dialog', { name: 'About this screen' })).toContainText(source.origin)
  await page.keyboard.press('Escape')

  await overrideBanner(page).getByRole('button', { name: 'Leave' }).click()
  await expect(overrideBanner(page)).toHaveCount(0)
  expect(await overrideCookies(context)).toEqual([])
  const requestedUrls = requestsTo(context, source.origin)
  await page.goto('/users')
  await expectReleased(page, requestedUrls, 'Users')
})

test('the cookie is the browser’s session’s, and no script reads it; an origin elsewhere is refused by name', async ({
  page,
  own,
  context,
}) => {
  await page.goto('/users')
  const dialog = await runFrom(page, 'https://dev.test')
  await expect(dialog.getByRole('alert')).toContainText('an origin of your own machine, such as http://localhost:3190')
  expect(await overrideCookies(context)).toEqual([])

  await run(page)
  expect(await overrideCookies(context)).toMatchObject([
    { value: `users@${source.origin}`, httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 },
  ])
  expect(await page.evaluate(() => document.cookie)).not.toContain('dev-override')
  const policy = (await page.request.get(`${own.url}/users`)).headers()['content-security-policy']
  expect(policy).toContain(source.origin)
})

test('another site cannot start one', async ({ page, own, context }) => {
  await page.route('https://evil.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title>' }),
  )
  await page.goto('https://evil.test/')
  // The browser keeps an answer of another origin from the page, and from Playwright: DevTools has its status.
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  const asked: string[] = []
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url === `${own.url}/dev-override`) asked.push(requestId)
  })
  const answers: number[] = []
  devTools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (asked.includes(requestId)) answers.push(statusCode)
  })
  await page.evaluate(
    ({ url, body }) =>
      fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).then(
        () => 'sent',
        () => 'not sent',
      ),
    { url: `${own.url}/dev-override`, body: JSON.stringify({ remote: 'users', origin: source.origin }) },
  )
  await expect.poll(() => answers).toEqual([403])
  expect(await overrideCookies(context)).toEqual([])
})

test('it ends with the session of the person', async ({ page, context }) => {
  await run(page)
  await page.evaluate(() => localStorage.clear())
  const requestedUrls = requestsTo(context, source.origin)
  await forget(page, requestedUrls)
  await page.goto('/users')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(overrideBanner(page)).toHaveCount(0)
  await expect.poll(() => overrideCookies(context)).toEqual([])
  expect(requestedUrls).toEqual([])
})
