import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { positionOf } from '../release/canary/group.ts'
import { requireCanary } from '../release/canary/running-canary.ts'
import { planCanary, planShare } from '../release/plan/canary.ts'
import { commit } from '../release/commit/commit.ts'
import { pin, type ReleaseStore } from '../release/index.ts'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { serveShell } from './index.ts'

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

/** Which release a browser with these cookies gets: in its page, and as an open tab. */
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
  const report = { release: 2, remote: 'drivers', version: '1.1.0-111111111111', phase: 'mount', message: 'x' }
  for (let reported = 0; reported < 5; reported += 1) {
    expect(await releaseFor(cookie)).toEqual([2, 2])
    await fetch(`${origin}/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    })
  }
  expect(await releaseFor(cookie)).toEqual([1, 1])
  expect(warnings).toEqual(['the canary is on hold: pages told 5 times of drivers 1.1.0-111111111111'])
  expect(await metrics()).toContain('interline_canary_percent{release="2",held="true"} 0')
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
