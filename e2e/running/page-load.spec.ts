import { screens } from '../harness/page/screens.ts'
import { remotes } from '../harness/product/product.ts'
import { expect, long, longUnless, test } from '../harness/test.ts'

type Pinned = {
  url: string
  descriptor: { name: string; routes: string[]; files: { path: string; integrity: string }[] }
}

const links = (html: string) =>
  [...html.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]+)"[^>]*>/g)].map(([tag, href]) => ({
    tag,
    href: href ?? '',
  }))

for (const { path, heading } of screens.filter(({ path }) => path !== '/')) {
  test(
    `the HTML of ${path} names all that its first screen loads: no manifest, no waterfall, no double download`,
    longUnless(path === '/drivers'),
    async ({ page, baseURL }) => {
      const html = await (await fetch(`${baseURL}${path}`, { headers: { accept: 'text/html' } })).text()
      const named = new Set(links(html).map(({ href }) => new URL(href, baseURL).href))
      const requestedUrls: string[] = []
      let shown = false
      // A person who saves data gets no other remote in advance: this route needs what is loaded then.
      await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
      page.on('request', (request) => {
        if (/script|stylesheet|manifest/.test(request.resourceType()) || /manifest|\.json/.test(request.url()))
          requestedUrls.push(`${shown ? 'later ' : ''}${request.url()}`)
      })
      // The demo has more chats than a page. The button for more stands below the first screen and has its own chunk.
      await page.route(/\/user\/chat-list/, async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({ response, json: { ...body, meta: { ...body.meta, next: undefined } } })
      })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      shown = true
      expect(requestedUrls.filter((url) => /manifest|remote-?entry|\.json/i.test(url))).toEqual([])
      const first = await page.evaluate(() => {
        const shownAt = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
        return {
          shownAt,
          files: performance.getEntriesByType('resource').map((entry) => ({ url: entry.name, began: entry.startTime })),
        }
      })
      const code = first.files.filter(({ url }) => /\.(js|css)$/.test(new URL(url).pathname))
      const required = requestedUrls
        .filter((url) => !url.startsWith('later '))
        .filter((url) => /\.(js|css)$/.test(new URL(url).pathname))
      const remoteOrigin = new URL(
        JSON.parse(html.match(/id="interline-release">([^<]+)</)?.[1] ?? '{}').remotes[
          path === '/user-rides' || path === '/driver-rides' ? 'rides' : path === '/chats' ? 'chat' : path.slice(1)
        ].url,
      ).origin
      expect(new Set(required.map((url) => new URL(url).origin))).toEqual(
        new Set([new URL(baseURL ?? '').origin, remoteOrigin]),
      )
      expect(required.length).toBeGreaterThan(3)
      expect(required.filter((url) => !named.has(url))).toEqual([])
      const downloads = new Map<string, number>()
      for (const { url } of code) downloads.set(url, (downloads.get(url) ?? 0) + 1)
      expect([...downloads].filter(([url, times]) => times > 1 && named.has(url))).toEqual([])
    },
  )
}

const isData = (pathname: string) =>
  /^\/api\/v1\/(admin\/(drivers|users|driver\/rides|user\/rides)|user\/chat-list)$/.test(pathname)
const lists = ['/drivers', '/users', '/driver-rides', '/user-rides']
for (const path of [...lists, '/chats', '/drivers?page=2&size=10&sort=full_name&q=example']) {
  test(
    `the first data of ${path} is asked for once, before the code is there`,
    longUnless(path === '/drivers'),
    async ({ page }) => {
      const requestedUrls: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'fetch' || request.resourceType() === 'xhr')
          requestedUrls.push(new URL(request.url()).pathname)
      })
      // No code comes before the data was asked for.
      const dataRequest = page.waitForRequest(
        (request) => isData(new URL(request.url()).pathname) && request.method() === 'GET',
      )
      await page.route(/\/(shell|libraries)\.\w+\.js$/, async (route) => {
        await dataRequest
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await dataRequest
      await expect(page.locator(path === '/chats' ? 'a[href^="/user-chat/"]' : 'tbody tr.il-row').first()).toBeVisible()
      const calls = requestedUrls.filter((call) => !call.includes('socket.io'))
      expect(calls.filter(isData)).toHaveLength(1)
      expect(calls, 'each call once').toEqual([...new Set(calls)])
    },
  )
}

test('§7 the release is inlined, and every script and preload of ours carries the integrity that the release holds', async ({
  baseURL,
}) => {
  const html = await (await fetch(`${baseURL}/drivers`, { headers: { accept: 'text/html' } })).text()
  const release = JSON.parse(html.match(/id="interline-release">([^<]+)</)?.[1] ?? '{}') as {
    shell: Pinned
    remotes: Record<string, Pinned>
  }
  expect(Object.keys(release.remotes)).toEqual(expect.arrayContaining([...remotes]))
  const hashes = new Map(
    [release.shell, ...Object.values(release.remotes)].flatMap(({ url, descriptor }) =>
      descriptor.files.map((file) => [url + file.path, file.integrity]),
    ),
  )
  const code = links(html).filter(({ href }) => /\.(js|css)$/.test(href))
  expect(code.some(({ href }) => href.startsWith(release.remotes.drivers?.url ?? 'none'))).toBe(true)
  for (const { tag, href } of code) {
    const hash = tag.match(/integrity="([^"]+)"/)?.[1]
    expect(hash, href).toBe(hashes.get(new URL(href, baseURL).href))
    expect(hash, href).toMatch(/^sha384-/)
  }
})

test(
  'the console stays clean on every screen, also when preloads are judged some seconds after the load',
  long,
  async ({ page, backend }) => {
    for (const { path, heading } of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      // The browser complains about an unused preload some seconds after the load event.
      await page.waitForFunction(() => performance.now() > 6000)
    }
    await page.goto(`/user-chat/${(await backend.person('user'))._id}`)
    await expect(page.getByRole('heading', { level: 1, name: /^Chat with/ })).toBeVisible()
    await page.waitForFunction(() => performance.now() > 6000)
  },
)
