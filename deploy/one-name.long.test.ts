import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../e2e/harness/page/chromium.ts'
import { release } from '../e2e/harness/product/product.ts'
import { openInstallation, readPublicKey } from '../federation/src/release/index.ts'
import { listen as listenAt, serveRemote, serveShell } from '../federation/src/serve/index.ts'
import { readPageSettings } from '../federation/src/serve/page/page-settings.ts'
import { temporaryFolder } from '../federation/src/testing/built-part.ts'
import { describeUnless, without } from '../server/src/testing/services.ts'
import { startIdentityProvider } from '../server/src/testing/single-sign-on/identity-provider.ts'
import { freePorts, startCluster, type Cluster } from './testing/cluster.ts'
import { services } from './testing/compose.ts'

const domain = 'interline.localhost'

describeUnless(without('nginx', 'PostgreSQL', 'Redis'))('the addresses of compose.yaml, by https and HTTP/2', () => {
  let cluster: Cluster
  let port: number
  const origins: Server[] = []
  const closers: (() => unknown)[] = []
  const urlOf = (name: string) => `https://${name}.${domain}:${port}`
  /** The addresses that compose.yaml gives this service. */
  const addressesOf = (service: string) =>
    Object.fromEntries(
      Object.entries(services[service]?.environment ?? {})
        .filter(([, value]) => value.endsWith(`.${domain}:8080`))
        .map(([name, value]) => [name, value.replace('http:', 'https:').replace('8080', String(port))]),
    )

  beforeAll(async () => {
    const [listen = 0, shell = 0, drivers = 0] = await freePorts(3)
    port = listen
    const provider = await startIdentityProvider({
      clientId: 'interline',
      redirectUris: [`${urlOf('api')}/api/v1/user/auth/sso/callback`],
      people: new Map([['mira', { email: 'mira@office.test', email_verified: true, name: 'Mira', groups: ['staff'] }]]),
    })
    closers.push(() => provider.close())
    const sso = { SSO_ISSUER: provider.issuer, SSO_CLIENT_ID: 'interline', SSO_ALLOWED_DOMAINS: 'office.test' }
    const env = { ...addressesOf('api-1'), ...sso, SSO_ROLES: 'staff=admin', DEMO_ROWS: '60' }
    cluster = await startCluster(2, { shell, drivers }, { listen, domain, env })
    closers.push(() => cluster.close())

    const dataDir = temporaryFolder()
    const key = join(dataDir, 'release-key.pem')
    await release({ dataDir }, 'init', '--key', key)
    const artifacts: string[] = []
    for (const [folder, origin] of [
      ['shell', 'office'],
      ['mfe-drivers', 'drivers'],
    ] as const) {
      const said = await release({ dataDir }, 'publish', folder, '--origin', urlOf(origin), '--json')
      artifacts.push(`${folder.replace('mfe-', '')}@${/"artifact": ?"([^"]+)"/.exec(said)?.[1]}`)
    }
    await release({ dataDir }, 'pin', ...artifacts, '--offline', '--reason', 'the first')
    const store = openInstallation(dataDir, { RELEASE_PUBLIC_KEYS: readPublicKey(key) })
    const settings = readPageSettings({ ...addressesOf('shell'), ...sso, LOADER_MS: '0' })
    origins.push(
      await listenAt(serveShell(store, settings), shell, 'shell'),
      await listenAt(serveRemote(store, 'drivers'), drivers, 'drivers'),
    )
  }, 900_000)
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
    for (const origin of origins) origin.close()
  })

  it('an administrator’s browser asks nobody first: list, document, 10 MB, socket, single sign-on', async () => {
    const browser = await launchBrowser()
    closers.push(() => browser.close())
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1400, height: 900 } })
    // The headless shell shows no PDF, but asks for it where the policy of the page lets it.
    await context.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }))
    const page = await context.newPage()
    const answers = (host: string, path: RegExp, method = 'GET') =>
      cluster.nginx
        .log()
        .filter((line) => line.method === method && line.host === `${host}.${domain}` && path.test(line.path))
        .map(({ status }) => status)
    // 499: the page was left before the answer.
    const unwanted = () =>
      cluster.nginx.log().filter(({ method, status }) => method === 'OPTIONS' || (status >= 400 && status !== 499))

    await page.goto(urlOf('office'))
    await page.getByLabel('Email').fill('admin@interline.test')
    await page.getByLabel('Password', { exact: true }).fill('interline-demo')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

    await page.goto(`${urlOf('office')}/drivers?size=10`)
    const rows = page.locator('tbody tr.il-row')
    const first = await rows.first().getAttribute('data-row-key')
    await page.getByRole('button', { name: /next page/i }).click()
    await expect.poll(() => rows.first().getAttribute('data-row-key')).not.toBe(first)
    await page.goto(`${urlOf('office')}/drivers?q=a&sort=full_name&size=10`)
    await rows.first().getByRole('button', { name: /^Edit/ }).click()
    const pdf = Buffer.alloc(10 * 1024 * 1024, ' ')
    pdf.write('%PDF-1.4\n')
    pdf.write('\n%%EOF\n', pdf.length - 7)
    const file = { name: 'new car.pdf', mimeType: 'application/pdf', buffer: pdf }
    await page.locator('input[type=file]').nth(1).setInputFiles(file)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('dialog', { name: 'Updated!' }).waitFor()

    await page.goto(`${urlOf('office')}/drivers/queue`)
    const choose = page.getByRole('button', { name: /^(Driving licence|Car document|Insurance)/ })
    await choose.filter({ hasNotText: 'missing' }).last().click()
    // The page asks for its own documents whether they are there.
    for (const method of ['HEAD', 'GET'])
      await expect.poll(() => answers('api', /^\/uploads\/.+\.pdf$/, method)).toContain(200)
    const protocols = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/api/v1/'))
        .map(({ name, nextHopProtocol }) => `${new URL(name).hostname} ${nextHopProtocol}`),
    )
    expect(unwanted()).toEqual([])
    // A socket is logged when it ends.
    await page.goto('about:blank')
    await expect.poll(() => answers('office', /^\/socket\.io\/$/)).toContain(101)
    expect(new Set(protocols)).toEqual(new Set([`office.${domain} h2`]))

    const other = await browser.newContext({ ignoreHTTPSErrors: true })
    const mira = await other.newPage()
    await mira.goto(`${urlOf('office')}/drivers`)
    await mira.getByRole('button', { name: 'Sign in with single sign-on' }).click()
    await mira.getByPlaceholder('Enter any login').fill('mira')
    await mira.getByPlaceholder('and password').fill('any')
    await mira.getByRole('button', { name: 'Sign-in' }).click()
    await mira.getByRole('heading', { level: 1, name: 'Drivers' }).waitFor()
    expect(answers('api', /\/sso\/callback$/)).toEqual([302])
    expect(unwanted()).toEqual([])
  }, 240_000)
})
