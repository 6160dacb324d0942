import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { depots, publishDepots } from '../harness/product/depots.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, runNode, type Product } from '../harness/product/product.ts'
import { runFolder } from '../harness/product/run-folder.ts'

// Builds and commands of the tool take their time beside other work.
test.describe.configure({ mode: 'serial', timeout: 420_000 })
test.use({ noise: /./ })

type Descriptor = {
  name: string
  version: string
  build: string
  routes: string[]
  files: { path: string; bytes: number; integrity: string }[]
  entry: { file: string; global: string }
  requires: { shell: string; shared: Record<string, string> }
}
type Pinned = { url: string; descriptor: Descriptor }

const origin = 'http://localhost:9'

/** The tool says this to a command that it refuses, and nothing changed by it. */
async function refused(own: Product, ...args: string[]): Promise<string> {
  const before = await release(own, 'status')
  const tool = runNode(['scripts/run.mjs', 'release', ...args], { DATA_DIR: own.dataDir })
  expect((await tool.ended).code, tool.output()).toBe(1)
  expect(await release(own, 'status')).toBe(before)
  return tool.output()
}

/** A copy of a build of Depots, changed by an attacker or by mistake. */
function tampered(change: (descriptor: Descriptor, folder: string) => void): string {
  const folder = mkdtempSync(join(runFolder(), 'depots-'))
  cpSync(join(depots.works, 'dist'), folder, { recursive: true })
  const file = join(folder, 'remote.json')
  const descriptor = JSON.parse(readFileSync(file, 'utf8')) as Descriptor
  change(descriptor, folder)
  writeFileSync(file, JSON.stringify(descriptor))
  return folder
}

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

test('a build is refused when a file has no hash or another one, and a version when it is published again with other bytes', async ({
  own,
}) => {
  await publishDepots(own, depots.works, origin)
  const noHash = tampered(
    (descriptor) => (descriptor.files = descriptor.files.filter(({ path }) => path !== descriptor.entry.file)),
  )
  expect(await refused(own, 'publish', noHash, '--origin', origin)).toMatch(
    /depots, hashes: remote\.\w+\.js (is needed but )?has no hash/,
  )
  const flipped = tampered(({ entry }, folder) =>
    writeFileSync(join(folder, entry.file), readFileSync(join(folder, entry.file), 'utf8').replace('depots', 'debots')),
  )
  expect(await refused(own, 'publish', flipped, '--origin', origin)).toMatch(
    /depots, files: remote\.\w+\.js is not what the descriptor says/,
  )

  const otherBytes = tampered((descriptor, folder) => {
    const path = descriptor.entry.file
    const text = `${readFileSync(join(folder, path), 'utf8')}\n// something else`
    writeFileSync(join(folder, path), text)
    descriptor.files = descriptor.files.map((file) =>
      file.path === path ? { path, bytes: Buffer.byteLength(text), integrity: integrityOf(text) } : file,
    )
  })
  expect(await refused(own, 'publish', otherBytes)).toMatch(
    /depots@1\.0\.0-\w+ is published with other bytes; what is published is never replaced/,
  )
  const otherBuild = tampered((descriptor) => (descriptor.build = '0123456789ab'))
  expect(await refused(own, 'publish', otherBuild)).toMatch(
    /depots@1\.0\.0 is published as build \w+; raise the version/,
  )
})

test('a pin is refused for a route that is taken, a range that the shell does not satisfy, and names that another build has', async ({
  own,
}) => {
  const attacks: [version: string, change: (descriptor: Descriptor) => void, reason: RegExp][] = [
    [
      '2.0.0',
      (descriptor) => (descriptor.routes = ['/depots', '/Drivers/']),
      /depots, routes: its route \/Drivers\/ is taken by drivers/,
    ],
    [
      '2.0.1',
      (descriptor) => (descriptor.routes = ['/depots', '/releases']),
      /depots, routes: its route \/releases is taken by the shell/,
    ],
    [
      '2.0.2',
      (descriptor) => (descriptor.requires.shared.react = '^18.0.0'),
      /depots, shared ranges: needs react \^18\.0\.0, the shell provides 19\./,
    ],
    [
      '2.0.3',
      (descriptor) => (descriptor.requires.shell = '^7.0.0'),
      /depots, shell range: needs shell \^7\.0\.0, pinned is 1\./,
    ],
    [
      '2.0.4',
      (descriptor) => (descriptor.entry.global = 'depots'),
      /depots, globals: its global depots does not carry its build id/,
    ],
  ]
  for (const [version, change, reason] of attacks) {
    const folder = tampered((descriptor) => {
      descriptor.version = version
      change(descriptor)
    })
    await release(own, 'publish', folder)
    expect(await refused(own, 'pin', `depots@${version}`, '--offline', '--reason', 'an attack')).toMatch(reason)
    expect(
      await refused(
        own,
        'canary',
        'start',
        `depots@${version}`,
        '--percent',
        '5',
        '--offline',
        '--reason',
        'an attack',
      ),
    ).toMatch(reason)
  }
})

/** The files that each screen asks for, those that it loads when it is idle too. */
async function filesOfScreens(
  browser: Browser,
  own: Product,
  storageState: BrowserContextOptions['storageState'],
  screens: string[],
): Promise<Map<string, Set<string>>> {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const filesOf = new Map(screens.map((screen) => [screen, new Set<string>()]))
  // A file that a screen asks for while the next one is on its way is still its own.
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) filesOf.get(new URL(request.frame().url()).pathname)?.add(request.url())
  })
  for (const screen of screens) {
    await page.goto(own.url + screen, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  await context.close()
  return filesOf
}

/**
 * Asks for a file that no screen needs by itself (a dialog), with the hash that the page holds: as webpack's
 * runtime does.
 */
function requestAsWebpack(url: string) {
  const integrity = (globalThis as unknown as { interlineIntegrity: (url: string) => string }).interlineIntegrity(url)
  const tag = url.endsWith('.css')
    ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })
    : Object.assign(document.createElement('script'), { src: url })
  document.head.append(Object.assign(tag, { crossOrigin: 'anonymous', integrity }))
}

test('whichever script or style of a release is altered on its way, it does not run', async ({
  browser,
  own,
  storageState,
}) => {
  const html = await (await fetch(own.url, { headers: { accept: 'text/html' } })).text()
  const { shell, remotes } = JSON.parse(/id="interline-release">(.*?)<\/script>/.exec(html)?.[1] ?? '') as {
    shell: Pinned
    remotes: Record<string, Pinned>
  }
  const screens: [Pinned, string][] = [
    [shell, '/releases'],
    ...Object.values(remotes).map((pinned): [Pinned, string] => [pinned, pinned.descriptor.routes[0] ?? '/']),
  ]
  const filesOf = await filesOfScreens(
    browser,
    own,
    storageState,
    screens.map(([, screen]) => screen),
  )
  const files = screens.flatMap(([pinned, ownScreen]) =>
    pinned.descriptor.files
      .filter(({ path }) => /\.(js|css)$/.test(path))
      .map(({ path }) => {
        const url = pinned.url + path
        // Any screen may need a file of the shell. A remote's own screen runs what others only fetch.
        const asking = pinned === shell ? [...filesOf.keys()] : [ownScreen]
        const screen = asking.find((asks) => filesOf.get(asks)?.has(url))
        return { url, screen: screen ?? ownScreen, isNeeded: screen !== undefined }
      }),
  )
  expect(files.filter(({ isNeeded }) => isNeeded).length).toBeGreaterThan(12)

  // A screen asks for its own files one after the other, and stops at the first that is refused: one visit for each.
  for (const { url, screen, isNeeded } of files) if (isNeeded) await visit(screen, [url], isNeeded)
  // Files that no screen needs by itself (dialogs) are asked for together.
  for (const screen of new Set(screens.map(([, path]) => path))) {
    const urls = files.filter((file) => file.screen === screen && !file.isNeeded).map(({ url }) => url)
    if (urls.length > 0) await visit(screen, urls, false)
  }

  /** Visits a screen while these files are altered, and finds each of them refused. */
  async function visit(screen: string, urls: string[], areNeeded: boolean) {
    const context = await browser.newContext({ storageState })
    const page = await context.newPage()
    const digestErrors: string[] = []
    page.on('console', (message) => message.text().includes('valid digest') && digestErrors.push(message.text()))
    const requested = new Set<string>()
    for (const url of urls)
      await page.route(url, async (route) => {
        requested.add(url)
        const response = await route.fetch()
        const mark = url.endsWith('.css') ? ':root { --altered: 1 }' : 'globalThis.altered = true;'
        await route.fulfill({ response, body: `${mark}${await response.text()}` })
      })
    await page.goto(own.url + screen)
    for (const url of urls) {
      if (areNeeded)
        await expect.poll(() => requested.has(url), { message: `${url} is asked for`, timeout: 15_000 }).toBe(true)
      else {
        await expect.poll(() => page.evaluate(() => 'interlineIntegrity' in globalThis)).toBe(true)
        await page.evaluate(requestAsWebpack, url)
      }
    }
    const notBlocked = () => urls.filter((url) => !digestErrors.some((text) => text.includes(url)))
    await expect.poll(notBlocked, { timeout: 20_000 }).toEqual([])
    const ran = await page.evaluate(() => [
      'altered' in globalThis,
      getComputedStyle(document.documentElement).getPropertyValue('--altered'),
    ])
    expect(ran, urls.join(' ')).toEqual([false, ''])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
})
