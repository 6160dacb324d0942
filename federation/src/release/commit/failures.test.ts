import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readLog } from '../audit/log.ts'
import { applyPlan } from '../cli/apply/apply-plan.ts'
import { planPin } from '../plan/pin.ts'
import { planRollback } from '../plan/rollback.ts'
import { builtRemote, builtShell, temporaryFolder } from '../../testing/built-part.ts'
import { PageLoads } from '../store/page-loads.ts'
import { countFailures, FailureLog, pin, publish, type ReleaseStore } from '../index.ts'
import { failInPages } from '../../testing/page-reports.ts'
import { newStore } from '../../testing/stored-parts.ts'
import type { FailureReport, RemoteDescriptor } from '../../schema/index.ts'

const report: FailureReport = {
  release: 2,
  remote: 'drivers',
  version: '1.1.0-000000000000',
  phase: 'load',
  message: 'x',
}
let folder: string
let failures: FailureLog

beforeEach(() => {
  folder = temporaryFolder()
  mkdirSync(join(folder, 'origin-state'))
  failures = new FailureLog(join(folder, 'origin-state'))
})

describe('failures that pages reported', () => {
  it('are counted by release, remote, version and phase, the most first', () => {
    for (const phase of ['load', 'mount', 'mount'] as const) failInPages(failures, { ...report, phase })
    appendFileSync(failures.file, '{"cut off')
    expect(countFailures(failures.read()).map(({ phase, count }) => [phase, count])).toEqual([
      ['mount', 2],
      ['load', 1],
    ])
  })

  it.each([
    ['one that did not load once', ['load'], false],
    ['one that did not load three times', ['load', 'load', 'load'], true],
    ['one whose screen threw once', ['mount'], false],
    ['one that failed in several ways', ['mount', 'load', 'integrity'], true],
    ['one that stood and threw later', ['run', 'run', 'run'], false],
  ] as const)('make %s bad: %j %s', (_, phases, bad) => {
    for (const phase of phases) failInPages(failures, { ...report, phase })
    expect(failures.isBad({ name: 'drivers', version: '1.1.0', build: '000000000000' })).toBe(bad)
    expect(failures.isBad({ name: 'drivers', version: '1.0.0', build: '000000000000' })).toBe(false)
  })
})

it('one page load is one voice, and three of more than 300 make no version bad', () => {
  const drivers = { name: 'drivers', version: '1.1.0', build: '000000000000' }
  for (const phase of ['load', 'mount', 'integrity'] as const) failures.add({ ...report, phase }, 'one load')
  expect([failures.read().length, failures.isBad(drivers)]).toEqual([1, false])
  failInPages(failures, report, 2)
  expect(failures.isBad(drivers)).toBe(true)
  const loads = new PageLoads(join(folder, 'origin-state'), () => undefined)
  const serve = (times: number) => {
    for (let time = 0; time < times; time += 1) loads.begin(report.release)
    loads.write()
  }
  serve(300)
  expect(failures.isBad(drivers)).toBe(true)
  serve(1)
  expect(failures.isBad(drivers)).toBe(false)
})

it('forgets after a week that a version failed', () => {
  const weekAgo = new Date(Date.now() - 7.1 * 24 * 60 * 60 * 1000)
  failInPages(failures, { ...report, phase: 'mount' }, 5, weekAgo)
  expect(failures.isBad({ name: 'drivers', version: '1.1.0', build: '000000000000' })).toBe(false)
})

it('shows what pages said in one line, without what a terminal would act upon', () => {
  failInPages(failures, { ...report, message: 'a\u001b[2J\nb\u202ec\u009b' })
  expect(failures.read()[0]?.message).toBe('a\\u001b[2J\\u000ab\\u202ec\\u009b')
})

describe('the last known good version of a release', () => {
  const because = { reason: 'because', by: 'mara' }
  let store: ReleaseStore
  const put = (overrides: Partial<RemoteDescriptor>) => publish(store, builtRemote('drivers', overrides)).descriptor
  const failThrice = () => failInPages(failures, { ...report, phase: 'mount' }, 3)
  const pinned = (overrides: Partial<RemoteDescriptor>) => pin(store, [put(overrides)], because)

  beforeEach(() => {
    store = newStore(folder)
    store.putOrigins({ shell: 'http://localhost:3000', drivers: 'http://localhost:3001' })
    pin(store, [publish(store, builtShell()).descriptor, put({})], because)
  })

  it('is none at first, then the one that was pinned before, also while other parts change', () => {
    expect(store.live()?.fallbacks).toEqual({})
    expect(pinned({ version: '1.1.0' }).fallbacks.drivers?.descriptor.version).toBe('1.0.0')
    expect(
      pin(store, [publish(store, builtShell({ version: '1.0.1' })).descriptor], because).fallbacks.drivers?.descriptor
        .version,
    ).toBe('1.0.0')
    expect(pinned({ version: '1.2.0' }).fallbacks.drivers?.descriptor.version).toBe('1.1.0')
  })

  it('is never one that failed in pages', () => {
    pinned({ version: '1.1.0' })
    failThrice()
    expect(pinned({ version: '1.2.0' }).fallbacks.drivers?.descriptor.version).toBe('1.0.0')
  })

  it('is never the pinned version itself, such as the good one that is pinned again after a bad one', () => {
    pinned({ version: '1.1.0' })
    failThrice()
    expect(pinned({}).fallbacks).toEqual({})
  })

  it('is not asked for by a rollback: where one leads to a version that failed in pages, that is said', async () => {
    for (const version of ['1.1.0', '1.2.0']) pinned({ version })
    failInPages(failures, { ...report, phase: 'mount' }, 1, new Date('2026-11-23T12:00:00Z'))
    const warning = 'drivers@1.1.0-000000000000 failed in pages before (once, last 2026-11-23T12:00:00.000Z: x)'
    const backTo = (number: number) =>
      applyPlan(store, planRollback(store, number, ['drivers'], because), { dryRun: true, offline: true })
    expect(await backTo(2)).toMatchObject({
      text: expect.stringContaining(`\nwarning: ${warning}\nnothing`) as string,
      json: { warnings: [warning] },
    })
    expect((await backTo(1)).json).not.toHaveProperty('warnings')
  })

  it('is said by the pin where it is an older one than the version that was live', async () => {
    pinned({ version: '1.1.0' })
    failThrice()
    const { json } = await applyPlan(store, planPin(store, [put({ version: '1.2.0' })], because), {
      dryRun: true,
      offline: true,
    })
    expect(json.warnings).toEqual([
      expect.stringMatching(
        /^drivers falls back to 1\.0\.0-0+ and not to 1\.1\.0-0+, which was live: drivers@1\.1\.0-0+ failed in pages before \(3 times, last .*: x\)$/,
      ) as string,
    ])
  })

  it('is none when it could not run beside the others', () => {
    const react = (range: string) => ({ shell: '^1.0.0', mfRuntime: '^2.9.2', shared: { react: range }, backend: [] })
    pinned({ version: '1.1.0', requires: react('^19.3.1') })
    const provides = {
      shell: '1.0.0',
      mfRuntime: '2.9.2',
      shared: { react: '20.0.0', '@interline/shared/list': '1.0.0' },
    }
    const next = pin(
      store,
      [
        put({ version: '1.2.0', requires: react('^20.0.0') }),
        publish(store, builtShell({ version: '1.1.0', provides })).descriptor,
      ],
      because,
    )
    expect(next.fallbacks).toEqual({})
  })
})

it.each(['log.jsonl', 'origin-state/failures.jsonl', 'releases/1.json'])(
  'names %s when a folder is in its place',
  (name) => {
    const store = newStore(folder)
    store.putOrigins({ shell: 'http://localhost:3000', drivers: 'http://localhost:3001' })
    const parts = [publish(store, builtShell()).descriptor, publish(store, builtRemote('drivers')).descriptor]
    pin(store, parts, { reason: 'because', by: 'mara' })
    rmSync(join(folder, name), { force: true })
    mkdirSync(join(folder, name))
    const read = () => [readLog(store), failures.read(), store.readRelease(1)]
    expect(read).toThrow(`${join(folder, name)}: cannot be read (it is a folder and no file)`)
  },
)
