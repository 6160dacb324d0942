import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../harness/own-product.ts'
import { release, type Product } from '../harness/product/product.ts'
import { heading } from '../harness/page/screens.ts'

test.describe.configure({ mode: 'serial' })
// A refused page leaves its preloads unused; a page that is not served is a failed load. A page that the test hands to
// the browser is not of the loopback network to it, and what it loads is.
test.use({ noise: /was preloaded|status of 503/, permissions: ['local-network-access'] })

type SigningKey = {
  id: string
  publicKey: string
  addedAt: string
  retiredAt?: string
  endorsement?: { keyId: string; signature: string }
}
type Signed = { release: string; signature: { keyId: string; signature: string } | null; keys: SigningKey[] }

const scriptOf = (id: string) => new RegExp(`(<script type="application/json" id="interline-${id}">)(.*?)(</script>)`)
const inlined = (html: string, id: string) => html.match(scriptOf(id))?.[2] ?? ''
const put = (html: string, id: string, text: string) =>
  html.replace(scriptOf(id), (_, open: string, _text, close: string) => open + text + close)
const readSigned = (html: string): Signed => ({
  release: inlined(html, 'release'),
  signature: JSON.parse(inlined(html, 'signature')) as Signed['signature'],
  keys: JSON.parse(inlined(html, 'keys')) as SigningKey[],
})

/**
 * A proxy between the shell's origin and the browser that rewrites what is signed in each page. Returns how to go
 * away.
 */
async function tamper(page: Page, rewrite: (genuine: Signed) => Signed): Promise<() => Promise<void>> {
  const documents = (url: URL) => url.hostname.endsWith('localhost')
  await page.route(documents, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    // Only browsers know that every name below localhost is this machine.
    const url = new URL(route.request().url())
    url.hostname = 'localhost'
    const response = await route.fetch({ url: url.href })
    const html = await response.text()
    const { release: text, signature, keys } = rewrite(readSigned(html))
    const body = put(
      put(put(html, 'release', text), 'signature', JSON.stringify(signature)),
      'keys',
      JSON.stringify(keys),
    )
    return route.fulfill({ response, body })
  })
  return () => page.unroute(documents)
}

const signWith = (key: KeyObject, id: string, text: string) => ({
  keyId: id,
  signature: sign(null, Buffer.from(text), key).toString('base64'),
})

/** The key that signs this product's releases: what a thief of DATA_DIR would have. */
function stolenKey({ dataDir }: Product) {
  const keys = JSON.parse(readFileSync(join(dataDir, 'keys/keys.json'), 'utf8')) as SigningKey[]
  const { id } = keys.findLast(({ retiredAt }) => !retiredAt) ?? { id: '' }
  return { id, key: createPrivateKey(readFileSync(join(dataDir, `keys/${id}.pem`))) }
}

function strangeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const id = createHash('sha256').update(raw).digest('hex').slice(0, 16)
  return { id, key: privateKey, public: { id, publicKey: raw.toString('base64'), addedAt: new Date().toISOString() } }
}

const flipped = (text: string) =>
  text.replace(
    /"reason":"./,
    (begin) => begin.slice(0, -1) + String.fromCharCode(begin.charCodeAt(begin.length - 1) ^ 1),
  )
const reworded = (text: string) => text.replace(/"reason":"/, '"reason":"not really: ')

/** Expects the error screen and nothing else: no sidebar, no call, nothing in the console. */
async function expectViolation(page: Page, code: string, words: RegExp) {
  const alert = page.getByRole('alert')
  await expect(alert).toHaveAttribute('data-violation', code)
  await expect(alert).toContainText('Interline was not started')
  await expect(alert).toContainText(words)
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
}

test('the release of a page is verified without a request, before anything of it runs', async ({ page, own }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const { took, calls } = await page.evaluate(() => {
    const [began, ended] = ['interline:verifying', 'interline:verified'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime ?? NaN,
    )
    const since = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      took: (ended ?? NaN) - (began ?? NaN),
      calls: since.filter(
        ({ initiatorType, startTime }) => /fetch|xmlhttprequest/.test(initiatorType) && startTime < (ended ?? 0),
      ).length,
    }
  })
  expect(calls).toBe(0)
  expect(took).toBeLessThan(250)
  expect(requestedUrls.filter((url) => /keys|\.sig/.test(new URL(url).pathname))).toEqual([])
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('interline.release'))) ?? '{}') as {
    number: number
  }
  expect(stored.number).toBe((JSON.parse(await release(own, 'status', '--json')) as { number: number }).number)
})

test('a page whose release lost its signature, or one bit, or is signed by somebody else does not start', async ({
  page,
  own,
}) => {
  const stranger = strangeKey()
  const calls: string[] = []
  page.on('request', (request) => request.url().startsWith(own.apiUrl) && calls.push(request.url()))
  for (const [code, words, attack] of [
    ['unsigned', /carries no signature/, (genuine: Signed) => ({ ...genuine, signature: null })],
    [
      'altered',
      /changed after it was signed/,
      (genuine: Signed) => ({ ...genuine, release: flipped(genuine.release) }),
    ],
    [
      'unknown-key',
      /does not belong/,
      (genuine: Signed) => ({ ...genuine, signature: signWith(stranger.key, stranger.id, genuine.release) }),
    ],
    [
      'key-chain',
      /do not follow/,
      (genuine: Signed) => ({
        ...genuine,
        keys: [...genuine.keys, stranger.public],
        signature: signWith(stranger.key, stranger.id, genuine.release),
      }),
    ],
  ] as const) {
    const goAway = await tamper(page, attack)
    await page.goto('/drivers')
    await expectViolation(page, code, words)
    await goAway()
  }
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(heading(page, 'Drivers')).toBeVisible()
})

test('where the browser has no cryptography Interline starts and says that it could not check', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }))
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'cannot check that Interline is genuine' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Understood' }).click()
  await expect(notice).toHaveCount(0)
})

test('a second release of the same number does not start, though it is signed by the right key', async ({
  page,
  own,
}) => {
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const thief = stolenKey(own)
  await tamper(page, (genuine) => ({
    ...genuine,
    release: reworded(genuine.release),
    signature: signWith(thief.key, thief.id, reworded(genuine.release)),
  }))
  await page.reload()
  await expectViolation(page, 'mixed', /it is another one/)
})

test('a release past its time does not start', async ({ page }) => {
  await page.clock.setFixedTime(Date.now() + 91 * 86_400_000)
  await page.goto('/')
  await expectViolation(page, 'expired', /past its time/)
})

test('a pointer set back by hand shows an older release, which does not start where the newer one was seen', async ({
  page,
  own,
}) => {
  const pointer = join(own.dataDir, 'live.json')
  const before = readFileSync(pointer, 'utf8')
  await release(own, 'renew', '--reason', 'a newer release')
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const after = readFileSync(pointer, 'utf8')
  writeFileSync(pointer, before)
  await page.reload()
  await expectViolation(page, 'older', /older than the one you used last/)
  writeFileSync(pointer, after)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('keys that another root begins do not start at an address where ours was accepted', async ({ page, own }) => {
  // Every installation that a developer tries has the address localhost; this name of the same machine is one
  // installation's.
  const address = own.url.replace('//localhost', '//office.localhost')
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  const stranger = strangeKey()
  await tamper(page, (genuine) => ({
    ...genuine,
    keys: [stranger.public],
    signature: signWith(stranger.key, stranger.id, genuine.release),
  }))
  await page.goto(address)
  await expectViolation(page, 'key-chain', /do not follow from those this browser trusts/)
})

test('a rotation is accepted by a browser that knew the key before; the retired key is not, nor one it endorses', async ({
  page,
  own,
}) => {
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const thief = stolenKey(own)
  await release(own, 'keys', 'rotate')
  await release(own, 'keys', 'retire', thief.id)
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(stolenKey(own).id).not.toBe(thief.id)

  const hidden = (keys: SigningKey[]) => keys.map(({ retiredAt: _, ...key }) => key)
  let goAway = await tamper(page, (genuine) => ({
    ...genuine,
    keys: hidden(genuine.keys),
    signature: signWith(thief.key, thief.id, genuine.release),
  }))
  await page.reload()
  await expectViolation(page, 'retired-key', /no longer in use/)
  await goAway()

  const accomplice = strangeKey()
  const { id, publicKey, addedAt } = accomplice.public
  const endorsed = {
    ...accomplice.public,
    endorsement: signWith(thief.key, thief.id, JSON.stringify({ id, publicKey, addedAt })),
  }
  goAway = await tamper(page, (genuine) => ({
    ...genuine,
    keys: [...hidden(genuine.keys), endorsed],
    signature: signWith(accomplice.key, id, genuine.release),
  }))
  await page.reload()
  await expectViolation(page, 'key-chain', /do not follow/)
  await goAway()
})

test('a release file that was altered on the disk is not served at all, and the log names file and key', async ({
  own,
}) => {
  const number = (JSON.parse(await release(own, 'status', '--json')) as { number: number }).number
  const file = join(own.dataDir, `releases/${number}.json`)
  const genuine = readFileSync(file, 'utf8')
  const get = (path: string) => fetch(own.url + path, { headers: { accept: 'text/html' } })
  writeFileSync(file, flipped(genuine))
  try {
    const answer = await get('/')
    expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([
      503,
      'no-store',
      'the live release is not what was signed; nothing is served of it',
    ])
    expect((await get('/healthz')).status).toBe(503)
    await own.printed(new RegExp(`${number}\\.json: is not what key ${stolenKey(own).id} signed; it was altered`))
    await expect(release(own, 'status')).rejects.toThrow(/it was altered/)
  } finally {
    writeFileSync(file, genuine)
  }
  expect((await get('/')).status).toBe(200)
})
