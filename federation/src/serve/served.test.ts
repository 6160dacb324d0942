import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { planCanary } from '../release/plan/canary.ts'
import { commit } from '../release/commit/commit.ts'
import { makeReleaseKey, pin, readPublicKey, ReleaseStore } from '../release/index.ts'
import { planResign } from '../release/plan/resign.ts'
import { temporaryFolder } from '../testing/built-part.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { serveShell } from './index.ts'

let store: ReleaseStore
let server: Server | undefined
let origin: string
const warnings: string[] = []

/** A new process of the origin: what it knew is what stands in `ORIGIN_STATE`. */
async function restart() {
  server?.close()
  const served = new ReleaseStore(store.folder, { publicKeys: [readPublicKey(store.keyFile)] })
  server = createServer(serveShell(served, pageSettings(), (line) => warnings.push(line))).listen(0)
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
}
const live = async () => {
  const [number, health] = await Promise.all(
    ['/live-release', '/healthz'].map(async (path) => {
      const response = await fetch(origin + path)
      return `${response.status} ${await response.text()}`
    }),
  )
  return { number, health }
}
const good = { number: '200 {"number":2}', health: '200 ok' }
const setLive = (number: number) => writeFileSync(join(store.folder, 'live.json'), JSON.stringify({ release: number }))

beforeEach(async () => {
  warnings.length = 0
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
  await restart()
  expect(await live()).toEqual(good)
})
afterEach(() => void server?.close())

const another = () => pin(store, [putRemote(store, 'users')], mara)

it.each<[string, () => void, RegExp]>([
  [
    'altered',
    () => {
      another()
      flipByte(join(store.folder, 'releases/3.json'), 60)
    },
    /releases\/3\.json: is not what key \S{44} signed/,
  ],
  [
    'unsigned',
    () => {
      another()
      rmSync(join(store.folder, 'releases/3.sig.json'))
    },
    /releases\/3\.json: is not signed/,
  ],
  [
    'signed by a key that it was not given',
    () => {
      const key = join(temporaryFolder(), 'other.pem')
      makeReleaseKey(key)
      pin(new ReleaseStore(store.folder, { key }), [putRemote(store, 'users')], mara)
    },
    /release 3 is not served: key \S{44} signed it, which is none of RELEASE_PUBLIC_KEYS/,
  ],
  ['lower than one that it served', () => setLive(1), /release 1 is not served: release 2 was; .*resign --above 2/],
  [
    'a canary in the place of the live one',
    () => {
      commit(store, planCanary(store, [putRemote(store, 'users')], 50, mara))
      setLive(3)
    },
    /release 3 is not served: it is a canary, and live\.json names it/,
  ],
  [
    'lost, and the log with it',
    () => {
      for (const name of ['live.json', 'log.jsonl']) rmSync(join(store.folder, name))
    },
    /live\.json and log\.jsonl are missing, but release 2 was served/,
  ],
  ['half a pointer', () => writeFileSync(join(store.folder, 'live.json'), '{"rel'), /live\.json: is not JSON/],
])('goes on with the last good release while the live one is %s, also after a restart', async (_, attack, reason) => {
  attack()
  for (const again of [false, true]) {
    if (again) await restart()
    expect(await live()).toEqual({ number: good.number, health: expect.stringMatching(reason) as string })
    expect((await live()).health).toMatch(/^200 .*; release 2 is served on$/)
    expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(
      /\ninterline_live_release 2\n[^]*\ninterline_release_refused 1\n/,
    )
  }
  expect(warnings).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)])
  setLive(2)
  expect(await live()).toEqual(good)
})

it('serves a release above the highest that it served, when an older folder came back', async () => {
  setLive(1)
  expect((await live()).number).toBe(good.number)
  const { number } = commit(store, planResign(store, { ...mara, above: 2 }))
  expect(await live()).toEqual({ number: `200 {"number":${number}}`, health: '200 ok' })
})

it('serves nothing where it never served anything good, and says why', async () => {
  rmSync(join(store.state.folder, 'served'), { recursive: true })
  flipByte(join(store.folder, 'releases/2.json'), 60)
  await restart()
  expect(await live()).toEqual({
    number: '503 {"number":null}',
    health: expect.stringMatching(/^503 .*is not what key/) as string,
  })
})

it('serves a release also when it cannot remember it, and says so', async () => {
  rmSync(join(store.state.folder, 'served'), { recursive: true })
  another()
  expect(await live()).toEqual({ number: '200 {"number":3}', health: '200 ok' })
  expect(warnings).toEqual([expect.stringMatching(/^release 3 is served and cannot be remembered: .*served/)])
})
