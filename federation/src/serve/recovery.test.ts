import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pin, readPublicKey, ReleaseStore } from '../release/index.ts'
import { temporaryFolder } from '../testing/built-part.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { releaseWith } from '../testing/release-command.ts'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { serveShell } from './index.ts'

let store: ReleaseStore
let server: Server | undefined
let origin: string

/** A new process of the origin, which was given these public keys. */
async function restart(...publicKeys: string[]) {
  server?.close()
  server = createServer(
    serveShell(new ReleaseStore(store.folder, { publicKeys }), pageSettings(), () => undefined),
  ).listen(0)
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
}
/** Reads which release people are served, and whether all is well. */
async function served() {
  const answers = await Promise.all(['/live-release', '/healthz'].map((path) => fetch(origin + path)))
  const [live, health] = await Promise.all(answers.map((answer) => answer.text()))
  return [(JSON.parse(live ?? '') as { number: number | null }).number, health]
}
const release = (env: NodeJS.ProcessEnv, ...args: string[]) => releaseWith({ DATA_DIR: store.folder, ...env }, ...args)
const done = async (env: NodeJS.ProcessEnv, ...args: string[]) =>
  expect(await release(env, ...args)).toMatchObject({ code: 0, err: '' })
const refused = async (reason: RegExp, ...args: string[]) =>
  expect(await release({}, ...args)).toMatchObject({ code: 1, err: expect.stringMatching(reason) as string })
const file = (name: string) => join(store.folder, name)
const setLive = (number: number) => writeFileSync(file('live.json'), JSON.stringify({ release: number }))
const resign = ['resign', '--reason', 'as docs/releasing.md says']

describe('When something is lost', () => {
  let publicKey: string

  beforeEach(async () => {
    store = storeOfThree()
    publicKey = readPublicKey(store.keyFile)
    pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
    pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
    await restart(publicKey)
    expect(await served()).toEqual([2, 'ok'])
  })
  afterEach(() => void server?.close())

  it('the key', async () => {
    rmSync(store.keyFile)
    await refused(/the key that signs releases is missing/, ...resign)
    expect(await served()).toEqual([2, 'ok'])
    const key = join(temporaryFolder(), 'new.pem')
    await done({}, 'init', '--key', key)
    await restart(publicKey, readPublicKey(key))
    expect(await served()).toEqual([2, 'ok'])
    await done({ RELEASE_KEY: key }, ...resign)
    expect(await served()).toEqual([3, 'ok'])
    await restart(readPublicKey(key))
    expect(await served()).toEqual([3, 'ok'])
  })

  it('the key to somebody else', async () => {
    pin(store, [putRemote(store, 'users')], { ...mara, by: 'mallory' })
    expect((await release({}, 'status')).out).toMatch(/^release 3, \S+, by mallory: /)
    expect(await served()).toEqual([3, 'ok'])
    const key = join(temporaryFolder(), 'new.pem')
    await done({}, 'init', '--key', key)
    const env = { RELEASE_KEY: key, RELEASE_PUBLIC_KEYS: readPublicKey(key) }
    await done(env, 'rollback', '--to', '2', '--reason', 'the key leaked')
    await restart(readPublicKey(key))
    expect(await served()).toEqual([4, 'ok'])
    expect(Object.keys(store.live()?.remotes ?? {})).toEqual(['drivers'])
    pin(store, store.artifacts('users'), { ...mara, by: 'mallory' })
    expect(await served()).toEqual([4, expect.stringMatching(/release 5 is not served: key .* signed it/)])
  })

  it('`DATA_DIR` of today; yesterday’s came back', async () => {
    for (const name of ['releases/2.json', 'releases/2.sig.json']) rmSync(file(name))
    const log = readFileSync(file('log.jsonl'), 'utf8').split('\n')
    writeFileSync(file('log.jsonl'), `${log.slice(0, -2).join('\n')}\n`)
    setLive(1)
    await restart(publicKey)
    expect(await served()).toEqual([null, expect.stringContaining('release 1 is not served: release 2 was')])
    await done({}, ...resign, '--above', '2')
    expect(await served()).toEqual([3, 'ok'])
  })

  it('`live.json`', async () => {
    rmSync(file('live.json'))
    await refused(/live\.json: is missing, but log\.jsonl says that release 2 was made live/, 'status')
    expect(await served()).toEqual([2, expect.stringMatching(/live\.json: is missing.*; release 2 is served on$/)])
    setLive(2)
    expect(await served()).toEqual([2, 'ok'])
    await done({}, 'status')
  })

  it('the live release, altered or gone', async () => {
    pin(store, [putRemote(store, 'users')], mara)
    expect(await served()).toEqual([3, 'ok'])
    flipByte(file('releases/3.json'), 60)
    await refused(/releases\/3\.json: is not what key \S+ signed/, 'off', 'drivers', '--message', 'Back at noon')
    expect((await served())[1]).toMatch(/releases\/3\.json: is not what key/)
    setLive(2)
    await done({}, ...resign)
    expect(await served()).toEqual([4, 'ok'])
  })

  it('nothing, but the origin’s memory is ahead', async () => {
    writeFileSync(file('origin-state/served/40'), '')
    await restart(publicKey)
    expect(await served()).toEqual([
      null,
      expect.stringMatching(/release 2 is not served: release 40 was; .*--above 40/),
    ])
    await done({}, ...resign, '--above', '40')
    expect(await served()).toEqual([41, 'ok'])
    expect(readdirSync(file('origin-state/served'))).toEqual(['41'])
  })

  it('an installation from before 29 November 2026', async () => {
    const older = temporaryFolder()
    const folder = join(temporaryFolder(), 'new')
    mkdirSync(join(older, 'keys'))
    writeFileSync(join(older, 'keys/keys.json'), '[]')
    for (const command of [['status'], resign])
      expect(await release({ DATA_DIR: older }, ...command)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/holds releases of an earlier version of Interline[^\n]*\n$/) as string,
      })
    expect(readdirSync(older)).toEqual(['keys'])
    await done({ DATA_DIR: folder }, 'init', '--key', join(folder, 'release-key.pem'))
    expect(existsSync(join(folder, 'releases'))).toBe(true)
  })
})
