import { createHash } from 'node:crypto'
import { screens } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => void violations.push(what))
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (what: string) => void }
    document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(`${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  return violations
}

test('the page’s policy allows of inline scripts its own alone, by hash, no eval, and nothing from elsewhere', async ({
  baseURL,
}) => {
  const response = await fetch(`${baseURL}/`, { headers: { accept: 'text/html' } })
  const { headers } = response
  const own = [...(await response.text()).matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha384-${createHash('sha384').update(code).digest('base64')}'`,
  )
  expect(own).toHaveLength(1)
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((rule) => rule.trim().split(/\s+/))
      .map(([name, ...values]) => [name, values]),
  )
  const port = Number(new URL(baseURL ?? '').port)
  expect(policy['default-src']).toEqual(["'none'"])
  expect([...(policy['script-src'] ?? [])].sort()).toEqual(
    ["'self'", ...own, ...[1, 2, 3, 4, 5].map((at) => `http://localhost:${port + at}`)].sort(),
  )
  expect(policy['object-src'] ?? policy['default-src']).toEqual(["'none'"])
  expect(policy['frame-ancestors']).toEqual(["'none'"])
  expect(policy['base-uri']).toEqual(["'none'"])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('integrity-policy')).toBe('blocked-destinations=(script), endpoints=(policies)')
})

test('artifacts are immutable, what is not there is never cached, and no origin lists or leaks files', async ({
  baseURL,
}) => {
  const html = await (await fetch(`${baseURL}/drivers`, { headers: { accept: 'text/html' } })).text()
  const drivers = new URL(html.match(/href="(http:\/\/localhost:\d+\/[^"]+\.js)"/)?.[1] ?? 'none')
  const file = await fetch(drivers)
  expect(file.headers.get('cache-control')).toMatch(/immutable/)
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('content-type')).toMatch(/javascript/)
  for (const path of ['/', '/1.0.0-000000000000/none.js', '/..%2f..%2freleases', '/../../package.json']) {
    const missing = await fetch(drivers.origin + path)
    expect(missing.status, path).toBe(404)
    expect(missing.headers.get('cache-control'), path).toBe('no-store')
  }
})

test('no screen breaks the policy, and a breach would be noticed', async ({ page }) => {
  const violations = await watchViolations(page)
  for (const { path, heading } of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  expect(violations).toEqual([])
})

test.describe('a breach', () => {
  test.use({ noise: /Content Security Policy|Refused|violates|integrity|Failed to load resource/i })

  test('an inline script is blocked, noticed, and counted by the shell’s origin', async ({ page, baseURL }) => {
    const violations = await watchViolations(page)
    await page.goto('/')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.breached = true'
      document.body.append(script)
    })
    await expect.poll(() => violations.some((what) => what.startsWith('script-src'))).toBe(true)
    expect(await page.evaluate(() => 'breached' in window)).toBe(false)
    await expect
      .poll(async () => (await fetch(`${baseURL}/metrics`)).text())
      .toMatch(/interline_policy_violations_total\{directive="script-src-elem"\} \d/)
  })

  test('a script of our own origin is not run without its hash', async ({ page }) => {
    await page.goto('/')
    const outcome = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.crossOrigin = 'anonymous'
      script.src = document.querySelector<HTMLScriptElement>('script[src][integrity]')?.src ?? ''
      return new Promise<string>((resolve) => {
        script.onload = () => resolve('ran')
        script.onerror = () => resolve('blocked')
        document.head.append(script)
      })
    })
    expect(outcome).toBe('blocked')
  })
})

test('the API lets in only its own shell’s origin', async ({ baseURL, backend }) => {
  const get = (origin: string) =>
    fetch(`${backend.apiUrl}/api/v1/admin/drivers`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,public-request',
      },
    })
  expect((await get(baseURL ?? '')).headers.get('access-control-allow-origin')).toBe(baseURL)
  expect((await get('http://evil.example')).headers.get('access-control-allow-origin')).not.toBe('http://evil.example')
  expect((await get('http://evil.example')).headers.get('access-control-allow-origin')).not.toBe('*')
})
