import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtRemote, builtShell, temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { startS3, type S3Server } from '../../testing/s3-server.ts'
import { build, describeAnew, newStore } from '../../testing/stored-parts.ts'
import { readPublicKey } from '../keys/release-key.ts'
import { integrityOf } from '../checks/artifact/files.ts'

let s3: S3Server
let address: string
const { folder: installation, keyFile } = newStore()
const teamsMachine = join(temporaryFolder(), 'no-data-dir')
const processes: ChildProcess[] = []
const ports = { shell: 0, drivers: 0 }

const release = (dataDir: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
  releaseWith({ DATA_DIR: dataDir, RELEASE_MANAGER: 'mara', ...env }, ...args)
const team = (...args: string[]) => release(teamsMachine, { ...s3.settings, ARTIFACT_STORE: address }, ...args)
const managers = (...args: string[]) => release(installation, s3.settings, ...args)

async function startOrigin(part: 'shell' | 'drivers', env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const file = join(import.meta.dirname, '../../serve/main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', file, part, String(ports[part])], {
    env: {
      ...process.env,
      API_URL: '',
      ARTIFACT_STORE: '',
      RELEASE_PUBLIC_KEYS: readPublicKey(keyFile),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  processes.push(child)
  const [message] = (await once(child, 'message')) as [unknown]
  expect(message).toMatchObject({ type: 'ready' })
  return child
}
const startTeamsOrigin = () =>
  startOrigin('drivers', { DATA_DIR: temporaryFolder(), ARTIFACT_STORE: address, ...s3.settings })
const stop = (child: ChildProcess) => (child.kill(), once(child, 'exit'))

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Somebody who may write in the bucket puts another script there, and a descriptor that fits it. */
async function replaceInBucket(artifact: string) {
  const evil = Buffer.from('alert(document.cookie)')
  const key = (path: string) => `drivers/${artifact}/${path}`
  const described = JSON.parse((await s3.get(key('remote.json'))).toString()) as { files: { path: string }[] }
  const files = described.files.map((file) =>
    file.path === 'routes.1.js' ? { path: file.path, bytes: evil.length, integrity: integrityOf(evil) } : file,
  )
  await s3.put(key('routes.1.js'), evil)
  await s3.put(key('remote.json'), JSON.stringify({ ...described, files }))
}

beforeAll(async () => {
  s3 = await startS3()
  address = `s3://${s3.bucket}`
  for (const part of ['shell', 'drivers'] as const) ports[part] = await freePort()
})
afterAll(async () => {
  await Promise.all(processes.filter(({ exitCode }) => exitCode === null).map(stop))
  await s3.close()
})

describe('a team that has a bucket and nothing else', () => {
  it('publishes into it, and learns when it may not', async () => {
    const built = builtRemote('drivers')
    expect((await team('publish', built, '--dry-run')).out).toBe(
      `drivers@1.0.0-${build(0)} can be published in ${address}\n`,
    )
    expect(await team('publish', built)).toEqual({
      code: 0,
      out: `drivers@1.0.0-${build(0)} published in ${address}\n`,
      err: '',
    })
    expect(JSON.parse((await team('publish', built, '--json')).out)).toEqual({
      part: 'drivers',
      artifact: `1.0.0-${build(0)}`,
      store: address,
      isNew: false,
      dryRun: false,
    })
    const [other, again, origin] = await Promise.all([
      team(
        'publish',
        describeAnew(builtRemote('drivers'), (one) => ({ ...one, owner: 'Eve' })),
        '--rebuild',
      ),
      team('publish', builtRemote('drivers', { build: build(9) })),
      team('publish', built, '--origin', 'http://localhost:1'),
    ])
    expect([other.code, other.err]).toEqual([
      1,
      `release: drivers@1.0.0-${build(0)} is published with other bytes; what is published is never replaced: raise the version\n`,
    ])
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining(`drivers@1.0.0 is published in ${address} as build ${build(0)}; raise the version`),
    ])
    expect([origin.code, origin.err]).toEqual([1, expect.stringContaining('release part PART --origin URL')])
    expect(existsSync(teamsMachine)).toBe(false)
  })

  it('is refused, and told what to look at, when the store cannot be used', async () => {
    const built = builtRemote('drivers', { version: '7.0.0' })
    const attempts: [NodeJS.ProcessEnv, RegExp][] = [
      [{ S3_SECRET_ACCESS_KEY: 'guess' }, /refuses these credentials \(403 SignatureDoesNotMatch\)/],
      [
        { S3_ENDPOINT: 'http://localhost:47' },
        /cannot be reached at http:\/\/localhost:47 \(ECONNREFUSED\); look at S3_ENDPOINT/,
      ],
      [{ S3_ACCESS_KEY_ID: '' }, /S3_ACCESS_KEY_ID is missing; ARTIFACT_STORE=s3:\/\/.* needs it/],
      [{ ARTIFACT_STORE: 'ftp://builds' }, /ARTIFACT_STORE: "ftp:\/\/builds" is neither a folder nor a bucket/],
    ]
    const answers = await Promise.all(
      attempts.map(([env]) =>
        release(teamsMachine, { ...s3.settings, ARTIFACT_STORE: address, ...env }, 'publish', built, '--json'),
      ),
    )
    for (const [index, [, reason]] of attempts.entries()) {
      expect(answers[index]).toMatchObject({ code: 1, err: expect.stringMatching(reason) as string })
      expect((JSON.parse(answers[index]?.out ?? '') as { refused: { reason: string }[] }).refused[0]?.reason).toMatch(
        reason,
      )
    }
  })
})

describe('an installation that knows where the team publishes', () => {
  it('starts from builds that are in the bucket only, once it was told of it', async () => {
    await team('publish', builtShell())
    await managers('part', 'shell', '--store', address, '--origin', `http://localhost:${ports.shell}`)
    expect((await managers('pin', 'shell@1.0.0', '--reason', 'first', '--offline')).out).toContain(
      `shell@1.0.0-${build(0)} was fetched from ${address}\nrelease 1 is live`,
    )
    expect((await managers('pin', 'drivers@1.0.0', '--reason', 'x')).err).toContain(
      'nothing is published under "drivers"',
    )
    expect((await managers('part', 'drivers', '--store', `s3://${s3.bucket}-typo`)).err).toContain(
      `there is no bucket "${s3.bucket}-typo"`,
    )
    const moved = await managers(
      'part',
      'drivers',
      '--store',
      address,
      '--origin',
      `http://localhost:${ports.drivers}`,
      '--reason',
      'the drivers team',
    )
    expect(moved).toMatchObject({
      code: 0,
      out: `drivers is published in ${address} and served from http://localhost:${ports.drivers}\n`,
    })
    expect(JSON.parse(readFileSync(join(installation, 'stores.json'), 'utf8'))).toEqual({
      shell: address,
      drivers: address,
    })
  })

  it('lists what is there, and pins it after fetching and checking it, from an origin that has the bucket alone', async () => {
    await startOrigin('shell', { DATA_DIR: installation, API_URL: 'http://localhost:4000' })
    await startTeamsOrigin()
    expect((await managers('list', 'drivers')).out).toMatch(
      new RegExp(`drivers +1\\.0\\.0-${build(0)} +not fetched, in ${address}`),
    )

    const dryRun = await managers('pin', 'drivers@1.0.0', '--reason', 'x', '--dry-run')
    expect(dryRun.out).toContain(`drivers@1.0.0-${build(0)} would be fetched from ${address}`)
    expect(dryRun).toMatchObject({
      code: 0,
      out: expect.stringMatching(/drivers +files +ok[^]*drivers +http +ok/) as string,
    })
    expect(existsSync(join(installation, 'artifacts/drivers'))).toBe(false)

    const pinned = await managers('pin', 'drivers@1.0.0', '--reason', 'opens')
    expect(pinned).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `drivers@1.0.0-${build(0)} was fetched from ${address}\nrelease 2 is live`,
      ) as string,
    })
    expect(existsSync(join(installation, `artifacts/drivers/1.0.0-${build(0)}/remote.1.js.br`))).toBe(true)
    expect(await managers('verify', '--http')).toMatchObject({ code: 0, err: '' })
    expect((await managers('log')).out).toMatch(
      new RegExp(`mara: fetch: from ${address}\n +drivers: none → 1\\.0\\.0-${build(0)}`),
    )
  })

  it('pins nothing that was altered or deleted in the bucket: nothing of it is kept, and the old release stays', async () => {
    await team('publish', builtRemote('drivers', { version: '1.1.0', build: build(1) }))
    const key = `drivers/1.1.0-${build(1)}/routes.1.js`
    const content = await s3.get(key)
    await s3.put(key, Buffer.concat([Buffer.from([content.readUInt8(0) ^ 1]), content.subarray(1)]))
    const flipped = await managers('pin', 'drivers@1.1.0', '--reason', 'x', '--json')
    expect(flipped.code).toBe(1)
    expect(JSON.parse(flipped.out)).toEqual({
      refused: [
        {
          part: 'drivers',
          check: 'files',
          reason: expect.stringContaining('routes.1.js is not what the descriptor says') as string,
        },
      ],
    })
    await s3.remove(key)
    expect((await managers('pin', 'drivers@1.1.0', '--reason', 'x')).err).toContain(
      'drivers, files: routes.1.js is named by the descriptor but missing',
    )
    expect(existsSync(join(installation, `artifacts/drivers/1.1.0-${build(1)}`))).toBe(false)
    expect((await managers('status', '--json')).out).toContain('"number": 2')
  })

  it('is not deceived when script and descriptor are replaced together after the pin: an origin without it serves them, and verify names them', async () => {
    const [running] = processes.slice(-1)
    await replaceInBucket(`1.0.0-${build(0)}`)
    expect(await managers('verify', '--http'), 'an origin keeps what it has').toMatchObject({ code: 0 })
    if (running) await stop(running)
    await startTeamsOrigin()
    const { code, err } = await managers('verify', '--http')
    expect(code).toBe(1)
    expect(err).toContain(
      `drivers@1.0.0-${build(0)}, http: http://localhost:${ports.drivers}/1.0.0-${build(0)}/routes.1.js is not what the descriptor says`,
    )
  })

  it('goes on with what it has when the store is away, and says what it could not read', async () => {
    const away = { ...s3.settings, S3_ENDPOINT: 'http://localhost:47' }
    const [list, unreachable, offline, named] = await Promise.all([
      release(installation, away, 'list'),
      ...[['drivers@1.0.0'], ['drivers@1.0.0', '--offline'], [`drivers@1.0.0-${build(0)}`, '--offline']].map((args) =>
        release(installation, away, 'pin', ...args, '--reason', 'x', '--dry-run'),
      ),
    ])
    expect([list.code, list.err]).toEqual([
      1,
      expect.stringMatching(/^release: drivers, store: s3:.* cannot be reached/),
    ])
    expect(list.out).toMatch(new RegExp(`drivers +1\\.0\\.0-${build(0)} +.*live`))
    expect(unreachable?.err).toContain('cannot be reached')
    expect([offline?.code, named?.code]).toEqual([0, 0])
  })

  it('fetches for a canary as for a pin', async () => {
    expect(await team('publish', builtRemote('drivers', { version: '1.2.0', build: build(4) }))).toMatchObject({
      code: 0,
      err: '',
    })
    // The origin remembers for a second what the bucket has.
    const served = `http://localhost:${ports.drivers}/1.2.0-${build(4)}/remote.1.js`
    await expect.poll(async () => (await fetch(served)).status).toBe(200)
    const started = await managers('canary', 'start', 'drivers@1.2.0', '--percent', '5', '--reason', 'a few first')
    expect(started).toEqual({
      code: 0,
      out: expect.stringMatching(
        new RegExp(`^drivers@1\\.2\\.0-${build(4)} was fetched from ${address}\nrelease \\d+ is a canary for 5 %`),
      ) as string,
      err: '',
    })
  })

  it('asks before it takes one of two builds of a version, and fetches nothing while it is frozen', async () => {
    await team('publish', builtRemote('drivers', { version: '2.0.0', build: build(2) }))
    await team('publish', builtRemote('drivers', { version: '2.0.0', build: build(3) }), '--rebuild')
    expect((await managers('pin', 'drivers@2.0.0', '--reason', 'x')).err).toContain(
      'drivers@2.0.0 was built 2 times; say which',
    )
    await managers('freeze', '--reason', 'audit week')
    expect((await managers('pin', `drivers@2.0.0-${build(3)}`, '--reason', 'x')).err).toContain('frozen by mara')
    expect((await managers('part', 'drivers', '--origin', 'http://localhost:9999')).err).toContain('frozen by mara')
    expect(existsSync(join(installation, `artifacts/drivers/2.0.0-${build(3)}`))).toBe(false)
  })
})
