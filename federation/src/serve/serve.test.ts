import { createHash } from 'node:crypto'
import fs, { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable, type Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pin, publish, type ReleaseStore } from '../release/index.ts'
import { builtRemote, builtShell } from '../testing/built-part.ts'
import { failInPage, loadPage, postReport } from '../testing/page-reports.ts'
import { newStore } from '../testing/stored-parts.ts'
import { answerBrokenRequest } from './http/listen.ts'
import { listen, serveRemote, serveShell } from './index.ts'

const settings = {
  apiUrl: 'http://localhost:4000',
  socketUrl: 'http://localhost:4000',
  documentsUrl: 'http://files.test',
  loaderMs: 3000,
  footerYear: 2024,
  timeZone: null,
}
const servers: Server[] = []
let folder: string
let store: ReleaseStore

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0)
  servers.push(server)
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

function release(overrides: Parameters<typeof builtRemote>[1] = {}) {
  store.putOrigins({ shell: 'http://localhost:3000', drivers: 'http://localhost:3001' })
  return pin(
    store,
    [publish(store, builtShell()).descriptor, publish(store, builtRemote('drivers', overrides)).descriptor],
    { reason: '', by: 'mara' },
  )
}

beforeEach(() => {
  store = newStore()
  folder = store.folder
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const inlined = (html: string, what: string) =>
  new RegExp(`<script type="application/json" id="interline-${what}">(.*?)</script>`).exec(html)?.[1] ?? ''
const page = (url: string) => fetch(url, { headers: { accept: 'text/html' } })

describe('the shell’s origin', () => {
  it('answers any path with HTML that carries the release and is never stored', async () => {
    const live = release()
    const response = await page(`${await serve(serveShell(store, settings))}/drivers?page=2`)
    const html = await response.text()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(inlined(html, 'release'))).toEqual(live)
  })

  it('inlines the very bytes that were signed, and neither signature nor key', async () => {
    release({ title: 'Föhren <b> & </script> 🚕' })
    const html = await (await page(await serve(serveShell(store, settings)))).text()
    expect(inlined(html, 'release')).toBe(readFileSync(join(folder, 'releases/1.json'), 'utf8'))
    expect(html).not.toMatch(/PRIVATE|interline-signature|interline-keys/)
  })

  it('gives every script and stylesheet of the page its hash, and has the browser run no script without one', async () => {
    release()
    const response = await page(`${await serve(serveShell(store, settings))}/drivers`)
    expect(response.headers.get('integrity-policy')).toBe('blocked-destinations=(script), endpoints=(policies)')
    const tags = (await response.text()).match(/<(script|link)[^>]+(src|href)="[^"]+\.(js|css)"[^>]*>/g) ?? []
    expect(tags.length).toBeGreaterThan(3)
    for (const tag of tags) expect(tag).toMatch(/ integrity="sha384-[A-Za-z0-9+/]{64}" crossorigin="anonymous"/)
  })

  it('carries the start script of the shell before any stylesheet, and has the browser run it by its hash', async () => {
    store.putOrigins({ shell: 'http://localhost:3000' })
    pin(store, [publish(store, builtShell({ start: 'shell.1.js' })).descriptor], { reason: '', by: 'mara' })
    const response = await page(await serve(serveShell(store, settings)))
    const html = await response.text()
    expect(html).toContain('<script>// shell</script>')
    expect(html.indexOf('<script>// shell')).toBeLessThan(html.indexOf('rel="stylesheet"'))
    expect(html.indexOf('id="interline-release"')).toBeLessThan(html.indexOf('<script>// shell'))
    const hash = `'sha384-${createHash('sha384').update('// shell').digest('base64')}'`
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' ${hash}`)
  })

  it('preloads of the late entry points those that a screen needs at once', async () => {
    const requires = {
      shell: '^1.0.0',
      mfRuntime: '^2.9.2',
      shared: { '@interline/shared/list': '^1.0.0' },
      backend: [],
    }
    release({ requires, exposes: { './routes': { js: ['routes.1.js'], css: [], shared: ['react'] } } })
    expect(await (await page(`${await serve(serveShell(store, settings))}/drivers`)).text()).not.toMatch(
      /<link[^>]+list\.1\.js/,
    )
  })

  it('serves nothing of a live release that was altered, says why to who runs it, and goes on with the builds', async () => {
    release()
    const warnings: string[] = []
    const origin = await serve(serveShell(store, settings, (line) => warnings.push(line)))
    const file = join(folder, 'releases/1.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"mara"', '"eve"'))
    const reason = expect.stringMatching(/releases\/1\.json: is not what key \S{44} signed; it was altered/) as string
    const answers = [await page(origin), await page(`${origin}/healthz`)]
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
      'the live release is refused; nothing is served of it',
      reason,
    ])
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(warnings).toEqual([reason])
    expect((await fetch(`${origin}/1.0.0-000000000000/shell.1.js`)).status).toBe(200)
  })

  it('names all that the first screen of the path needs, with its hash, and nothing of another path', async () => {
    release({ exposes: { './routes': { js: ['routes.1.js'], css: [], shared: ['@interline/shared/list'] } } })
    const origin = await serve(serveShell(store, settings))
    const drivers = await (await page(`${origin}/drivers`)).text()
    for (const file of [
      'http://localhost:3001/1.0.0-000000000000/remote.1.js',
      'http://localhost:3001/1.0.0-000000000000/routes.1.js',
      '/1.0.0-000000000000/list.1.js',
    ]) {
      expect(drivers).toMatch(
        new RegExp(`<link rel="preload" as="script" href="${file}" integrity="sha384-[^"]{64}" crossorigin`),
      )
    }
    expect(await (await page(`${origin}/`)).text()).not.toContain('rel="preload" as="script"')
  })

  it('allows scripts only of itself and the pinned origins, without unsafe-inline or unsafe-eval', async () => {
    release()
    const policy = (await page(await serve(serveShell(store, settings)))).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' http:\/\/localhost:3001 'sha384-[^' ]{64}';/)
    expect(policy).toContain(
      "connect-src 'self' http://localhost:4000 ws://localhost:4000 http://files.test http://localhost:3001;",
    )
    expect(policy).toContain('frame-src http://files.test;')
    expect(policy).not.toContain('unsafe-eval')
  })

  it('keeps a text of the release from ending its script', async () => {
    release({ title: '</script><script>alert(1)</script>' })
    expect(await (await page(await serve(serveShell(store, settings)))).text()).not.toContain('<script>alert')
  })

  it('is not healthy before the first release', async () => {
    expect((await fetch(`${await serve(serveShell(store, settings))}/healthz`)).status).toBe(503)
  })

  it('serves the shell’s files for ever, and says 404 without storing for what is not there', async () => {
    release()
    const origin = await serve(serveShell(store, settings))
    expect((await fetch(`${origin}/1.0.0-000000000000/shell.1.js`)).headers.get('cache-control')).toContain('immutable')
    const missing = await fetch(`${origin}/1.0.0-000000000000/gone.js`)
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  it('refuses what is not a path', async () => {
    release()
    const { port } = new URL(await serve(serveShell(store, settings)))
    const status = await new Promise((resolve) =>
      request({ port, path: '//' }, (response) => resolve(response.resume().statusCode)).end(),
    )
    expect(status).toBe(400)
  })
})

describe('the operations of the shell’s origin', () => {
  const report = {
    release: 1,
    remote: 'drivers',
    version: '1.0.0-000000000000',
    phase: 'mount',
    message: 'a map without cities',
  } as const
  it('answer an open tab which release is live', async () => {
    release()
    const response = await fetch(`${await serve(serveShell(store, settings))}/live-release`)
    expect([response.headers.get('cache-control'), await response.json()]).toEqual(['no-store', { number: 1 }])
  })

  it('take a report of a page, and count it in the metrics', async () => {
    release()
    const origin = await serve(serveShell(store, settings))
    expect((await failInPage(origin, report)).status).toBe(204)
    expect((await failInPage(origin, report)).status).toBe(204)
    expect((await postReport(origin, report)).status).toBe(204)
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    expect(metrics).toContain('interline_live_release 1')
    expect(metrics).toContain(
      'interline_remote_failures_total{release="1",remote="drivers",version="1.0.0-000000000000",phase="mount"} 2',
    )
  })

  it.each([
    ['what is no report', 'not json', 400],
    ['a report with a name of another kind', { ...report, remote: '"} 1\n' }, 400],
    ['a report with more than is asked', { ...report, email: 'a@b.test' }, 400],
    ['to count a report of another release than the page has', { ...report, release: 9 }, 204],
    ['a report of a version that is not in that release', { ...report, version: '9.9.9-000000000000' }, 400],
    ['a report of a remote that is not in that release', { ...report, remote: 'nobody' }, 400],
    ['a report that is too long', { ...report, message: 'x'.repeat(3000) }, 413],
  ])('refuse %s', async (_, body, status) => {
    release()
    const origin = await serve(serveShell(store, settings))
    const sent = typeof body === 'string' ? body : { ...body, load: await loadPage(origin) }
    expect((await postReport(origin, sent)).status).toBe(status)
    expect(await (await fetch(`${origin}/metrics`)).text()).not.toContain('failures_total{')
  })

  it('take no report from another site, and no flood of one page or of all', async () => {
    release()
    const origin = await serve(serveShell(store, settings))
    const loads = await Promise.all(Array.from({ length: 131 }, () => loadPage(origin)))
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const taken = async (many: (string | undefined)[], headers = {}) => {
      const answers = await Promise.all(many.map((load) => postReport(origin, { ...report, load }, headers)))
      return answers.filter(({ status }) => status === 204).length
    }
    expect(await taken(loads, { 'sec-fetch-site': 'cross-site' })).toBe(0)
    expect(await taken(Array<undefined>(140).fill(undefined))).toBe(140)
    expect(await taken(Array<string | undefined>(40).fill(loads[0]))).toBe(20)
    expect(await taken(loads.slice(1))).toBe(119)
    vi.useRealTimers()
  })
})

describe('a remote’s origin', () => {
  it('serves published builds to any origin, immutable; errors are not stored', async () => {
    release()
    const origin = await serve(serveRemote(store, 'drivers'))
    const entry = await fetch(`${origin}/1.0.0-000000000000/remote.1.js`, { headers: { 'accept-encoding': 'br' } })
    expect(entry.status).toBe(200)
    expect(entry.headers.get('content-encoding')).toBe('br')
    expect(entry.headers.get('access-control-allow-origin')).toBe('*')
    expect(entry.headers.get('cache-control')).toContain('immutable')
    const missing = await fetch(`${origin}/1.0.0-000000000000/../../secret`)
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${origin}/x`, { method: 'POST' })).status).toBe(405)
  })

  const asked = async (url: string, headers: Record<string, string>) => {
    const { port, pathname } = new URL(url)
    const call = request({ port, path: pathname, headers }).end()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece as Buffer)
    return { status: response.statusCode, encoding: response.headers['content-encoding'], body: Buffer.concat(pieces) }
  }

  it.each([
    'bytes=10-5',
    'bytes=-5',
    'bytes=0-0',
    'bytes=5-',
    'bytes=999999-',
    'items=0-4',
    'bytes=a-b',
    'bytes=0-1,3-4',
  ])('answers a request for the range %s with the whole file', async (range) => {
    release()
    for (const origin of [await serve(serveRemote(store, 'drivers')), await serve(serveShell(store, settings))]) {
      const part = origin.endsWith(String((servers[0]?.address() as AddressInfo).port)) ? 'remote' : 'shell'
      const url = `${origin}/1.0.0-000000000000/${part}.1.js`
      const whole = await asked(url, {})
      expect(whole.status).toBe(200)
      expect(await asked(url, { range })).toEqual(whole)
    }
  })

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0, br', 'br'],
    ['br;q=0.000', undefined],
    ['abrasive', undefined],
    ['BR', 'br'],
    ['', undefined],
  ])('sends to a browser that takes "%s" the encoding %s', async (accepted, encoding) => {
    release()
    const url = `${await serve(serveRemote(store, 'drivers'))}/1.0.0-000000000000/remote.1.js`
    expect(await asked(url, { 'accept-encoding': accepted })).toMatchObject({ status: 200, encoding })
  })

  it.each([
    ['/%', 400],
    ['/%00', 400],
    ['/1.0.0-000000000000/%2e%2e/%2e%2e/%2e%2e/live.json', 404],
    ['/1.0.0-000000000000/', 404],
    ['/1.0.0-000000000000', 404],
    [`/${'x'.repeat(5000)}`, 404],
  ])('refuses %s without an end of its process', async (path, status) => {
    release()
    const { port } = new URL(await serve(serveRemote(store, 'drivers')))
    const [response] = (await once(request({ port, path }).end(), 'response')) as [IncomingMessage]
    expect(response.resume().statusCode).toBe(status)
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

  it('cuts an answer short whose file cannot be read, and goes on', async () => {
    release()
    const origin = await serve(serveRemote(store, 'drivers'))
    const file = join(folder, 'artifacts/drivers/1.0.0-000000000000/remote.1.js')
    chmodSync(file, 0)
    const opening = vi.spyOn(fs, 'createReadStream').mockImplementation(
      () =>
        new Readable({
          read() {
            this.destroy(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
          },
        }) as fs.ReadStream,
    )
    await expect(asked(`${origin}/1.0.0-000000000000/remote.1.js`, {})).rejects.toThrow()
    opening.mockRestore()
    chmodSync(file, 0o644)
    expect(await asked(`${origin}/1.0.0-000000000000/remote.1.js`, {})).toMatchObject({ status: 200 })
  })

  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 'closes without a word: a browser may have opened it ahead', 0],
    ['HPE_INVALID_METHOD', 'is told 400', 1],
  ])('a connection that ends with %s %s', (code, _, answers) => {
    const socket = { writable: true, destroy: vi.fn(), end: vi.fn() }
    answerBrokenRequest(Object.assign(new Error(code), { code }), socket as unknown as Duplex)
    expect([socket.end.mock.calls.length, socket.destroy.mock.calls.length]).toEqual([answers, 1 - answers])
  })

  it('names a taken port', async () => {
    const port = Number(new URL(await serve(serveRemote(store, 'drivers'))).port)
    await expect(listen(() => undefined, port, 'the origin of drivers')).rejects.toThrow(
      `port ${port} is taken; the origin of drivers cannot listen there`,
    )
  })
})
