import { test as base, type ConsoleMessage, type Page } from '@playwright/test'
import { signInTo, type Backend } from './backend/backend.ts'
import { readInstances, type BackendKind } from './product/instances.ts'
import { sessionState } from './backend/session-state.ts'

export { expect } from '@playwright/test'

export type TestOptions = {
  backendKind: BackendKind
  /** Whether the browser starts with a session in its storage. */
  signedIn: boolean
  /** Whether this test takes a session of its own in the product (it ends it, or changes what belongs to it). */
  ownSession: boolean
  /** The console may say this in the test; all else fails it in the product. */
  noise: RegExp | null
}

type Fixtures = { backend: Backend; quietConsole: undefined; tellsOfFailure: undefined }

/** Details of a test that `npm run test:all` alone runs, as it does whole files `*.long.spec.ts`. */
export const long = { tag: '@long' }
/** A test for each screen: one screen stands for all in `npm test`. */
export const longUnless = (isOfEveryRun: boolean) => (isOfEveryRun ? {} : long)

let shared: Promise<Backend> | undefined

export const test = base.extend<Fixtures & TestOptions>({
  backendKind: ['product', { option: true }],
  signedIn: [true, { option: true }],
  ownSession: [false, { option: true }],
  noise: [null, { option: true }],

  backend: async ({ backendKind, ownSession }, use) => {
    // Sign-in costs the product an argon2 hash; one session a worker is enough for tests that leave it as it was.
    const backend =
      backendKind === 'bare' || ownSession ? await signInTo(backendKind) : await (shared ??= signInTo('product'))
    await use(backend)
  },
  baseURL: async ({ backendKind }, use) => use(readInstances()[backendKind].url),
  storageState: async ({ signedIn, backendKind, backend }, use) => {
    await use(signedIn ? sessionState(readInstances()[backendKind].url, backend) : undefined)
  },

  tellsOfFailure: [
    async ({ page }, use, info) => {
      const said: string[] = []
      page.on('console', (message) => void said.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => void said.push(`uncaught: ${error.message}`))
      page.on('response', (response) => {
        const id = response.headers()['x-request-id']
        if (id !== undefined) said.push(`${response.status()} ${response.request().method()} ${response.url()} ${id}`)
      })
      await use(undefined)
      if (info.status === info.expectedStatus || page.isClosed()) return
      const drawn = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5000 })
        .catch(() => 'nothing that can be read')
      // CI keeps only the log.
      console.log(
        [`FAILED ${info.title}`, page.url(), ...said.slice(-20), ...drawn.split('\n', 80)]
          .map((line) => line.slice(0, 300))
          .join('\n  '),
      )
    },
    { auto: true },
  ],

  quietConsole: [
    async ({ page, backendKind, noise }, use) => {
      const logged = watchConsole(page, noise)
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`${blockedURI} violates the Content Security Policy: ${violatedDirective}`),
        ),
      )
      await use(undefined)
      if (backendKind === 'product' && logged.length > 0)
        throw new Error(`The console was not clean:\n${logged.join('\n')}`)
      const crashes = logged.filter((line) => line.startsWith('uncaught'))
      if (crashes.length > 0) throw new Error(crashes.join('\n'))
    },
    { auto: true },
  ],
})

// Chromium says so of any page that is left while its socket is being opened.
const leftEarly = /WebSocket is closed before the connection is established/

/** Collects warnings, errors, uncaught exceptions and CSP violations of a page, except what `noise` names. */
export function watchConsole(page: Page, noise: RegExp | null = null): string[] {
  const lines: string[] = []
  const take = (line: string) => {
    if (!noise?.test(line) && !leftEarly.test(line)) lines.push(line)
  }
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'warning' || message.type() === 'error')
      take(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => take(`uncaught: ${error.message}`))
  return lines
}
