import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { pin, readPublicKey, ReleaseStore, type TriedPair } from '../federation/src/release/index.ts'
import { serveRemote } from '../federation/src/serve/index.ts'
import { temporaryFolder } from '../federation/src/testing/built-part.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../federation/src/testing/stored-parts.ts'
import { triedPair } from '../federation/src/testing/tried-pair.ts'

const texts = z.record(z.string(), z.string())
const job = z.object({
  needs: z.string().optional(),
  environment: z.string().optional(),
  'runs-on': z.array(z.string()),
  env: texts.default({}),
  steps: z.array(
    z.object({
      id: z.string().optional(),
      uses: z.string().optional(),
      with: z.record(z.string(), z.unknown()).default({}),
      run: z.string().optional(),
      env: texts.default({}),
    }),
  ),
})
const workflow = z.object({
  defaults: z.object({ run: z.object({ shell: z.literal('bash') }) }),
  env: texts,
  jobs: z.object({ plan: job, apply: job }),
})
const { env, jobs } = workflow.parse(parse(readFileSync(join(import.meta.dirname, 'pipeline/releases.yml'), 'utf8')))

let store: ReleaseStore
let tried: TriedPair
const here = temporaryFolder()
const files = {
  pins: join(here, 'pins.yaml'),
  skew: join(here, 'skew.json'),
  base: join(here, 'base.yaml'),
  summary: join(here, 'summary'),
  key: join(here, 'kept-elsewhere.pem'),
  keyOfJob: join(here, 'release-key.pem'),
}
const origin = createServer((request, response) => serveRemote(store, 'drivers')(request, response))

beforeAll(async () => {
  await once(origin.listen(0), 'listening')
  store = storeOfThree({ drivers: `http://localhost:${(origin.address() as AddressInfo).port}` })
  const shell = putShell(store)
  pin(store, [shell, putRemote(store, 'drivers')], mara)
  renameSync(store.keyFile, files.key)
  tried = triedPair(shell, putRemote(store, 'drivers', { version: '1.1.0', build: build(1) }))
})
afterAll(() => void origin.close())

/** Runs the commands of a job as GitHub does, with what it knows of the push and of the job before. */
async function run(
  { steps, env: ofJob }: z.infer<typeof job>,
  known: Record<string, string> = {},
  { id = '', more = '' } = {},
) {
  const step = steps.find((one) => one.run !== undefined && (id === '' || one.id === id))
  const fromGithub = Object.fromEntries(
    Object.entries({ ...env, ...ofJob, ...step?.env }).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ (.+?) \}\}/g, (_, key: string) => known[key] ?? `no ${key}`),
    ]),
  )
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', `${step?.run ?? 'exit 99'}${more}`], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      ...fromGithub,
      NODE_ENV: '',
      DATA_DIR: store.folder,
      ORIGIN_STATE: '',
      RUNNER_TEMP: here,
      API_URL: '',
      PINS: files.pins,
      SKEW: files.skew,
      REPOSITORY: here,
      BASE: files.base,
      GITHUB_SHA: '0123456789abcdef',
      GITHUB_STEP_SUMMARY: files.summary,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}
/** Commits a manifest that pins this version of drivers. */
function merge(version: string) {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', here, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
  if (!existsSync(join(here, '.git'))) {
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '--message', 'nothing yet')
  }
  writeFileSync(files.pins, `schema: 1\nshell: 1.0.0\nremotes:\n  drivers: ${version}\nsettings: {}\n`)
  git('add', 'pins.yaml')
  git('commit', '--quiet', '--message', version)
}
const actor = { 'github.actor': 'mara' }

/** Every file of DATA_DIR, to the byte. */
const installation = () =>
  readdirSync(store.folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'base64')])
    .sort()

it('what a pull request can change has no key: it is a secret of the protected environment of the other runner', () => {
  expect(JSON.stringify([env, jobs.plan])).not.toMatch(/secrets\.|RELEASE_KEY/)
  expect([jobs.plan.environment, jobs.apply.environment]).toEqual([undefined, 'releases'])
  expect(jobs.plan['runs-on']).not.toEqual(jobs.apply['runs-on'])
  const [tool, proposed] = jobs.plan.steps.map((step) => step.with)
  expect(tool).toEqual({ ref: 'main' })
  expect(jobs.plan.env).toMatchObject({
    REPOSITORY: String(proposed?.path),
    PINS: `${String(proposed?.path)}/${jobs.apply.env.PINS}`,
  })
})

it('the example pipeline plans, tries, applies once what was planned, and refuses what no check passes', async () => {
  merge('1.0.0')
  expect(await run(jobs.plan, actor)).toMatchObject({
    code: 0,
    said: expect.stringContaining('release 1 has these pins; nothing to do') as string,
  })
  merge('1.1.0')
  const before = installation()
  expect(await run(jobs.plan, actor)).toMatchObject({ code: 0 })
  expect(readFileSync(files.summary, 'utf8')).toMatch(/^release 1 → 2\ndrivers: 1\.0\.0-0+ → 1\.1\.0-1+/m)
  expect(await run(jobs.plan, actor, { id: 'skew', more: ' --dry-run' })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^round 1: shell@1\.0\.0-0+ with drivers@1\.1\.0-1+$/m) as string,
  })
  expect(installation()).toEqual(before)

  const failed = { ...tried, result: 'failed', failures: [{ test: 'smoke: /drivers', reason: 'it threw' }] }
  const push = {
    ...actor,
    'secrets.RELEASE_KEY': readFileSync(files.key, 'utf8').trim(),
    'vars.RELEASE_PUBLIC_KEYS': readPublicKey(files.key),
    'github.event.head_commit.message': 'Pin "drivers" 1.1.0 (#7)\n\nclearer',
  }
  expect(jobs.apply.needs).toBe('plan')
  writeFileSync(files.skew, JSON.stringify({ schema: 1, pairs: [failed] }))
  expect(await run(jobs.apply, push)).toMatchObject({ code: 1, said: expect.stringContaining('it threw') as string })
  writeFileSync(files.skew, JSON.stringify({ schema: 1, pairs: [tried] }))
  const others = { ...push, 'vars.RELEASE_PUBLIC_KEYS': `${'A'.repeat(43)}=` }
  const unknown = 'is none of RELEASE_PUBLIC_KEYS'
  expect(await run(jobs.apply, others)).toMatchObject({ code: 1, said: expect.stringContaining(unknown) as string })
  expect(installation()).toEqual(before)
  const keyIsMine = /^-rw-------.* \S+release-key\.pem$/m
  expect(await run(jobs.apply, push, { more: 'ls -l "$RELEASE_KEY"' })).toMatchObject({
    code: 0,
    said: expect.stringMatching(keyIsMine) as string,
  })
  expect(existsSync(files.keyOfJob)).toBe(false)
  expect(store.live()).toMatchObject({
    number: 2,
    createdBy: 'mara',
    reason: 'Pin "drivers" 1.1.0 (#7) (0123456789ab)',
  })
  const again = await run(jobs.apply, push)
  expect([again.code, again.said]).toEqual([0, expect.stringContaining('release 2 has these pins; nothing to do')])

  const atNight = new ReleaseStore(store.folder, { key: files.key })
  pin(atNight, [putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })], mara)
  merge('1.1.1')
  putRemote(store, 'drivers', { version: '1.1.1', build: build(3) })
  const bad = await run(jobs.plan, actor)
  expect([bad.code, bad.said]).toEqual([
    1,
    expect.stringContaining(`remotes.drivers: 1.1.0 in the manifest before, 1.2.0-${build(2)} live`),
  ])
})
