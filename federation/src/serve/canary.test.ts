import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { positionOf } from '../release/canary/group.ts'
import { requireCanary } from '../release/canary/running-canary.ts'
import { planCanary, planShare } from '../release/plan/canary.ts'
import { commit } from '../release/commit/commit.ts'
import { PageLoads } from '../release/store/page-loads.ts'
import { pin, type ReleaseStore } from '../release/index.ts'
import { failInPage, loadPage, postReport } from '../testing/page-reports.ts'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { serveShell } from './index.ts'

const report = { release: 2, remote: 'drivers', version: '1.1.0-111111111111', phase: 'mount', message: 'x' } as const
const warnings: string[] = []
let store: ReleaseStore
let server: Server
let origin: string

beforeEach(async () => {
  warnings.length = 0
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  commit(store, planCanary(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], 50, mara))
  server = createServer(serveShell(store, pageSettings(), (line) => warnings.push(line))).listen(0)
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(() => void server.close())

/** Reads which release a browser with these cookies gets: in its page, and as an open tab. */
async function releaseFor(cookie: string): Promise<[page: number, tab: number]> {
  const html = await (await fetch(`${origin}/drivers`, { headers: { accept: 'text/html', cookie } })).text()
  const { number } = (await (await fetch(`${origin}/live-release`, { headers: { cookie } })).json()) as {
    number: number
  }
  const text = /<script type="application\/json" id="interline-release">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  return [(JSON.parse(text) as { number: number }).number, number]
}

const admins = Array.from({ length: 40 }, (_, at) => `admin-${at}`)
const isChosen = (admin: string) => positionOf(requireCanary(store).canary, admin) < 50
const chosen = () => admins.find(isChosen) ?? ''
const others = () => admins.find((admin) => !isChosen(admin)) ?? ''

it('the chosen get the canary, in a page and in an open tab; others and who is not signed in get the live release', async () => {
  expect(await releaseFor(`interline-admin=${chosen()}`)).toEqual([2, 2])
  expect(await releaseFor(`theme=dark; interline-admin=${chosen()}; other=1`)).toEqual([2, 2])
  for (const cookie of [
    `interline-admin=${others()}`,
    '',
    'interline-admin=',
    'not a cookie',
    `x-interline-admin=${chosen()}`,
  ])
    expect(await releaseFor(cookie), cookie).toEqual([1, 1])
})

it('who left it gets the live release, until there is another canary', async () => {
  const { salt } = requireCanary(store).canary
  expect(await releaseFor(`interline-admin=${chosen()}; interline-left-canary=${salt}`)).toEqual([1, 1])
  expect(await releaseFor(`interline-admin=${chosen()}; interline-left-canary=${'0'.repeat(24)}`)).toEqual([2, 2])
  commit(store, planShare(store, 60, mara))
  expect(await releaseFor(`interline-admin=${chosen()}; interline-left-canary=${salt}`)).toEqual([1, 1])
})

it('at 0 % nobody gets it and at 100 % everybody', async () => {
  commit(store, planShare(store, 0, mara))
  for (const admin of admins) expect((await releaseFor(`interline-admin=${admin}`))[1]).toBe(1)
  commit(store, planShare(store, 100, mara))
  for (const cookie of [...admins.map((admin) => `interline-admin=${admin}`), ''])
    expect((await releaseFor(cookie))[1]).toBe(4)
})

it('enough reports of its failures hold it for everybody, and the metrics say so', async () => {
  const cookie = `interline-admin=${chosen()}`
  const metrics = async () => (await fetch(`${origin}/metrics`, { headers: { cookie } })).text()
  expect(await metrics()).toMatch(
    /interline_live_release 1\n[^]*interline_canary_percent\{release="2",held="false"\} 50/,
  )
  for (let reported = 0; reported < 5; reported += 1) {
    expect(await releaseFor(cookie)).toEqual([2, 2])
    await failInPage(origin, report, cookie)
  }
  expect(await releaseFor(cookie)).toEqual([1, 1])
  expect(warnings).toEqual(['the canary is on hold: 5 of 10 page loads told of drivers 1.1.0-111111111111'])
  expect(await metrics()).toContain('interline_canary_percent{release="2",held="true"} 0')
})

it('nobody holds it by posts that come from no page, or from one page, and nobody is silenced by them', async () => {
  const cookie = `interline-admin=${chosen()}`
  const [token, ofLive] = [await loadPage(origin, cookie), await loadPage(origin)]
  const forged = token.replace(/^2\..*?\./, (start) => `${start}x`)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_001 })
  const stale = await loadPage(origin, cookie)
  vi.useRealTimers()
  const worthless = [undefined, '', 'x', forged, ofLive, ofLive.replace(/^1/, '2'), stale]
  for (const load of Array.from({ length: 20 }, () => worthless).flat())
    expect((await postReport(origin, { ...report, load })).status).toBe(204)
  expect(existsSync(store.state.failures.file)).toBe(false)
  for (const version of ['1.1.0-111111111111', '1.0.0-000000000000'])
    for (const phase of ['load', 'mount', 'run'])
      expect((await postReport(origin, { ...report, version, phase, load: token })).status).toBe(204)
  // A page reports each version once: its fallback may fail too.
  expect([store.state.failures.read().length, store.state.held()]).toEqual([2, null])
  for (let reported = 0; reported < 4; reported += 1) await failInPage(origin, report, cookie)
  expect(store.state.held()?.reason).toMatch(/^5 of \d+ page loads/)
})

it('is held by a tenth of its page loads, whichever replica sent them', async () => {
  const cookie = `interline-admin=${chosen()}`
  const other = new PageLoads(store.state.folder, () => undefined)
  for (let load = 0; load < 55; load += 1) other.begin(2)
  other.write()
  for (let reported = 0; reported < 5; reported += 1) await failInPage(origin, report, cookie)
  expect(store.state.held()).toBeNull()
  await postReport(origin, { ...report, load: other.begin(2) })
  expect(store.state.held()?.reason).toMatch(/^6 of 60 page loads told of drivers/)
})

it('half a pointer to a canary keeps nobody from the live release and from the other metrics', async () => {
  writeFileSync(join(store.folder, 'canary.json'), '{"release": 2,')
  expect(await releaseFor(`interline-admin=${admins[0] ?? ''}`)).toEqual([1, 1])
  expect(await (await fetch(`${origin}/metrics`)).text()).toContain('interline_live_release 1\n')
  expect(warnings).toEqual([expect.stringMatching(/canary\.json: is not JSON/)])
})

it('an altered canary is served to nobody; the live release is', async () => {
  const admin = chosen()
  flipByte(join(store.folder, 'releases/2.json'), 60)
  expect(await releaseFor(`interline-admin=${admin}`)).toEqual([1, 1])
  expect(warnings).toEqual([expect.stringMatching(/releases\/2\.json: is not what key \S{44} signed/)])
})
