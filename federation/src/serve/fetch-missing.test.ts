import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openArtifactStore } from '../release/artifact-store/open-store.ts'
import { publishToStore } from '../release/artifacts/publish-to-store.ts'
import { builtRemote } from '../testing/built-part.ts'
import { startS3, type S3Server } from '../testing/s3-server.ts'
import { build } from '../testing/stored-parts.ts'
import { serveRemote } from './serve-remote.ts'
import { newStore } from '../testing/stored-parts.ts'
import type { ReleaseStore } from '../release/index.ts'

let s3: S3Server
let store: ReleaseStore
let folder: string
let address: string
let logged: string[]
let number = 0
const servers: Server[] = []

beforeAll(async () => void (s3 = await startS3()))
afterAll(() => s3.close())
beforeEach(() => {
  store = newStore()
  folder = store.folder
  logged = []
  address = `s3://${s3.bucket}/origin-${++number}`
  for (const [name, value] of Object.entries({ ...s3.settings, ARTIFACT_STORE: address })) vi.stubEnv(name, value)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  for (const server of servers.splice(0)) server.close()
})

async function origin(): Promise<string> {
  const server = createServer(serveRemote(store, 'drivers', (line) => logged.push(line))).listen(0)
  servers.push(server)
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const publish = (overrides: Parameters<typeof builtRemote>[1] = {}) =>
  publishToStore(openArtifactStore(address, '--store', s3.settings), builtRemote('drivers', overrides))
const first = '1.0.0-000000000000'
const callsAfter = async (act: () => Promise<unknown>) => {
  const before = s3.calls.length
  await act()
  return s3.calls.slice(before)
}

describe('an origin with a store of its own', () => {
  it('fetches a build that it is asked for, once for all who ask, and serves it like any other', async () => {
    await publish()
    const at = await origin()
    const calls = await callsAfter(async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => fetch(`${at}/${first}/${index % 2 ? 'routes' : 'remote'}.1.js?x=1`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      for (const { headers } of answers)
        expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
          'public, max-age=31536000, immutable',
          '*',
        ])
    })
    expect(calls.filter((call) => call.endsWith('/remote.json'))).toHaveLength(1)
    expect(calls).toHaveLength(4)
    expect(
      (await fetch(`${at}/${first}/remote.1.js`, { headers: { 'accept-encoding': 'br' } })).headers.get(
        'content-encoding',
      ),
    ).toBe('br')
    expect(await callsAfter(() => fetch(`${at}/${first}/gone.js`))).toEqual([])
  })

  it('shares its folder with another origin that fetches the same build at once: both serve it whole', async () => {
    await publish()
    const builds = store.state.buildPath('drivers', '')
    mkdirSync(join(builds, `${first}.${process.pid}.draft`), { recursive: true })
    const both = [await origin(), await origin()]
    const answers = await Promise.all(both.map((at) => fetch(`${at}/${first}/remote.1.js`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([readdirSync(builds), logged]).toEqual([[first, `${first}.${process.pid}.draft`], []])
  })

  it('answers 404 for what was never published, and asks the store once in a second however much is asked for', async () => {
    const at = await origin()
    const calls = await callsAfter(async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => fetch(`${at}/1.${index}.0-${build(1)}/remote.1.js`)),
      )
      expect(answers.map(({ status, headers }) => `${status} ${headers.get('cache-control')}`)).toEqual(
        Array(50).fill('404 no-store'),
      )
      for (const path of ['x', '..%2f..%2fkeys/x', '1.0.0/remote.1.js', 'healthz']) await fetch(`${at}/${path}`)
    })
    expect(calls).toHaveLength(1)
  })

  it('has a build that is published after it was asked for in vain, a second later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const at = await origin()
    expect((await fetch(`${at}/${first}/remote.1.js`)).status).toBe(404)
    await publish()
    expect((await fetch(`${at}/${first}/remote.1.js`)).status).toBe(404)
    vi.advanceTimersByTime(1000)
    expect((await fetch(`${at}/${first}/remote.1.js`)).status).toBe(200)
  })

  it('takes nothing that was altered in the bucket, says so, and does not try at every request', async () => {
    await publish()
    await s3.put(`origin-${number}/drivers/${first}/routes.1.js`, 'alert(document.cookie)')
    const at = await origin()
    const answer = () => fetch(`${at}/${first}/remote.1.js`)
    const refused = await answer()
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(await callsAfter(() => Promise.all([answer(), answer(), fetch(`${at}/${first}/routes.1.js`)]))).toEqual([])
    expect(logged).toEqual([
      expect.stringMatching(
        /drivers@1\.0\.0-0+ was not fetched: .*is not what was published:\n {2}drivers, files: routes\.1\.js is not what the descriptor says/,
      ),
    ])
    expect(existsSync(store.state.buildPath('drivers', first))).toBe(false)
  })

  it('goes on with what it has while its store is away', async () => {
    await publish()
    const at = await origin()
    await fetch(`${at}/${first}/remote.1.js`)
    writeFileSync(join(folder, 'stores.json'), JSON.stringify({ drivers: join(folder, 'gone') }))
    const again = await origin()
    expect((await fetch(`${again}/${first}/remote.1.js`)).status).toBe(200)
    expect((await fetch(`${again}/1.1.0-${build(1)}/remote.1.js`)).status).toBe(503)
    expect(logged).toEqual([`the builds of drivers were not listed: the store ${join(folder, 'gone')} is no folder`])
  })

  it('does not start with a store that cannot be one', () => {
    vi.stubEnv('S3_ENDPOINT', '')
    expect(() => serveRemote(store, 'drivers')).toThrow(`S3_ENDPOINT is missing; ARTIFACT_STORE=${address} needs it`)
  })
})
