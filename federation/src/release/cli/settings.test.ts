import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Setting } from '../../schema/index.ts'
import { temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { readHistory } from '../history/history.ts'
import { readLog } from '../audit/log.ts'
import type { ReleaseStore } from '../store/store.ts'

const description = 'what it is for'
const settings: Record<string, Setting> = {
  notice: { type: 'string', default: '', description, maxLength: 20 },
  days: { type: 'integer', default: 30, description, min: 1, max: 90 },
  isOpen: { type: 'boolean', default: false, description },
  order: { type: 'choice', default: 'new', description, choices: ['new', 'old'] },
}

let store: ReleaseStore
let keys: NodeJS.ProcessEnv
const release = (...args: string[]) =>
  releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara', ...keys }, ...args)
const why = ['--reason', 'because', '--offline']
const live = () => store.live()?.settings
const done = async (...args: string[]) => {
  const answer = await release(...args)
  expect(answer.err).toBe('')
  return answer.out
}

beforeEach(() => {
  keys = {}
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers', { settings }), putRemote(store, 'users')], mara)
})

describe('release set', () => {
  it('makes a signed release with typed values, which log, status, show and diff name', async () => {
    const out = await done(
      'set',
      'drivers',
      'days=14',
      'isOpen=true',
      'notice=a=b',
      'order=old',
      ...why,
      '--expect',
      '1',
    )
    expect(out).toMatch(/^release 2 is live: because\nrelease 1 → 2\ndrivers: days: default → 14\n/)
    expect(live()).toEqual({ drivers: { days: 14, isOpen: true, notice: 'a=b', order: 'old' } })
    expect(store.readSigned(2).text).toContain('"settings":{"drivers":{"days":14')
    expect(await done('status')).toContain('drivers is set: days=14, isOpen=true, notice="a=b", order="old"\n')
    expect(await done('show', '2')).toContain('drivers is set: days=14')
    expect(await done('show', 'drivers@1.0.0')).toMatch(
      /settings\n {2}notice +string, 20 characters or fewer +default "" +what it is for\n {2}days +integer, 1 or more, 90 or less +default 30 /,
    )
    await done('set', 'drivers', 'days=7', ...why)
    expect(await done('diff')).toBe('release 2 → 3\ndrivers: days: 14 → 7\n')
    expect(JSON.parse(await done('diff', '--json'))).toMatchObject({
      parts: [],
      settings: [{ part: 'drivers', key: 'days', from: 14, to: 7 }],
    })
    expect(readLog(store)).toMatchObject({ broken: null })
    expect(readLog(store).entries.at(-1)).toMatchObject({
      action: 'set',
      release: 3,
      changes: [{ part: 'drivers', from: 'days=14', to: 'days=7' }],
    })
    expect(
      readHistory(store)
        .live.parts.find(({ part }) => part === 'drivers')
        ?.settings.slice(0, 2),
    ).toEqual([
      { key: 'notice', value: 'a=b', isDefault: false, description },
      { key: 'days', value: 7, isDefault: false, description },
    ])
  })

  it.each<[string[], number, string]>([
    [['drivers', 'days=91'], 1, 'release: drivers, settings: days is 91: it must be 90 or less in drivers@1.0.0\n'],
    [
      ['drivers', 'days=1.5'],
      1,
      'release: drivers, settings: days is 1.5: it must be a whole number in drivers@1.0.0\n',
    ],
    [['drivers', 'days=many'], 1, 'release: days cannot be "many": it must be a number\n'],
    [['drivers', 'isOpen=yes'], 1, 'release: isOpen cannot be "yes": it must be true or false\n'],
    [['drivers', 'order=best'], 1, 'must be one of new, old'],
    [['drivers', 'rows=1'], 1, 'release: drivers has no setting "rows"; it has: notice, days, isOpen, order\n'],
    [['drivers', 'constructor=1'], 1, 'release: drivers has no setting "constructor"'],
    [['users', 'rows=1'], 1, 'release: users has no setting "rows"; it has: nothing\n'],
    [['shell', 'x=1'], 1, 'release: the shell has no settings in a release'],
    [['depots', 'x=1'], 1, 'release: release 1 has no "depots"; there is: drivers, users\n'],
    [['drivers', 'days'], 2, 'Write KEY=VALUE'],
    [['drivers', 'days=1', 'days=2'], 2, 'days is named twice'],
    [['drivers'], 2, 'missing required argument'],
  ])('%j is refused with what is wrong, and nothing is written', async (args, code, reason) => {
    const answer = await release('set', ...args, ...why)
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(reason)
    expect(store.releaseNumbers()).toEqual([1])
  })

  it('names every value that is wrong', async () => {
    const { err } = await release('set', 'drivers', 'days=0', `notice=${'x'.repeat(21)}`, ...why)
    expect(err.trim().split('\n')).toEqual([
      expect.stringContaining('days is 0: it must be 1 or more'),
      expect.stringContaining('it must have 20 characters or fewer'),
    ])
  })

  it('writes nothing with --dry-run, when it is so already, when frozen, and when another release is live', async () => {
    expect(await done('set', 'drivers', 'days=14', ...why, '--dry-run')).toMatch(
      /drivers: days: default → 14\nchecks\n[^]*drivers +settings +ok[^]*nothing was written\n$/,
    )
    expect((await release('set', 'drivers', 'days=14', ...why, '--expect', '4')).err).toContain(
      'release 1 is live, not 4',
    )
    await done('freeze', '--reason', 'holidays')
    expect((await release('set', 'drivers', 'days=14', ...why)).err).toContain('frozen by mara')
    await done('unfreeze', '--reason', 'over')
    await done('set', 'drivers', 'days=14', ...why)
    expect(await done('set', 'drivers', 'days=14', ...why)).toBe('release 2 is set so; nothing to do\n')
    expect(store.releaseNumbers()).toEqual([1, 2])
  })
})

it('unset gives a setting its default again', async () => {
  await done('set', 'drivers', 'days=14', 'isOpen=true', ...why)
  await done('unset', 'drivers', 'isOpen', ...why)
  expect(live()).toEqual({ drivers: { days: 14 } })
  expect((await release('unset', 'drivers', 'order', ...why)).err).toBe(
    'release: drivers has no value of order in release 3; set is: days\n',
  )
  expect(await done('unset', 'drivers', 'days', ...why)).toContain('drivers: days: 14 → default\n')
  expect(live()).toEqual({})
})

describe('settings and pins', () => {
  const next = { version: '1.1.0', build: build(1) }
  beforeEach(() => done('set', 'drivers', 'days=60', ...why))

  it('a pin keeps them, and its fallback stays although that would not take them', async () => {
    putRemote(store, 'drivers', { ...next, settings: { days: { ...settings.days, max: 365 } as Setting } })
    await done('pin', 'drivers@1.1.0', ...why)
    await done('set', 'drivers', 'days=300', ...why)
    expect(live()).toEqual({ drivers: { days: 300 } })
    expect(store.live()?.fallbacks.drivers?.descriptor.version).toBe('1.0.0')
  })

  it('a version that refuses a value, or does not know it, is refused with both named', async () => {
    putRemote(store, 'drivers', { ...next, settings: { days: { ...settings.days, max: 45 } as Setting } })
    expect((await release('pin', 'drivers@1.1.0', ...why)).err).toBe(
      'release: drivers, settings: days is 60: it must be 45 or less in drivers@1.1.0\n',
    )
    putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })
    expect((await release('pin', 'drivers@1.2.0', ...why)).err).toBe(
      'release: drivers, settings: drivers@1.2.0 has no setting days, which is 60; release unset drivers days\n',
    )
    await done('unset', 'drivers', 'days', ...why)
    await done('pin', 'drivers@1.2.0', ...why)
  })

  it('a rollback brings those of its release back: of everything, and of one part', async () => {
    await done('set', 'drivers', 'days=5', ...why)
    await done('rollback', '--reason', 'back')
    expect(live()).toEqual({ drivers: { days: 60 } })
    await done('rollback', 'drivers', '--to', '3', '--reason', 'forth')
    expect(live()).toEqual({ drivers: { days: 5 } })
    await done('rollback', '--to', '1', '--reason', 'to the first')
    expect(live()).toEqual({})
  })

  it('off, on, renew, a canary and its promotion keep them', async () => {
    await done('off', 'drivers', '--message', 'Back at noon')
    await done('on', 'drivers', '--reason', 'noon')
    await done('renew', '--reason', 'on schedule')
    expect(live()).toEqual({ drivers: { days: 60 } })
    putRemote(store, 'users', next)
    await done('canary', 'start', 'users@1.1.0', '--percent', '5', ...why)
    await done('canary', 'promote', ...why)
    expect(store.live()).toMatchObject({
      settings: { drivers: { days: 60 } },
      remotes: { users: { descriptor: { version: '1.1.0' } } },
    })
  })

  it('go with a remote that is taken out', async () => {
    const file = join(temporaryFolder(), 'pins.yaml')
    writeFileSync(file, 'schema: 1\nshell: 1.0.0\nremotes:\n  users: 1.0.0\nsettings: {}\n')
    await done('apply', file, ...why)
    expect(live()).toEqual({})
  })
})

describe('settings in a manifest', () => {
  let file: string
  const write = (...more: string[]) =>
    writeFileSync(
      file,
      ['schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 1.0.0', '  users: 1.0.0', ...more, ''].join('\n'),
    )
  beforeEach(async () => {
    file = join(temporaryFolder(), 'pins.yaml')
    await done('set', 'drivers', 'notice=3', 'days=60', ...why)
  })

  it('are exported, and applied as the whole', async () => {
    const exported = await done('export')
    expect(exported).toMatch(/\nsettings:\n {2}drivers:\n {4}days: 60\n {4}notice: "3"\n$/)
    writeFileSync(file, exported)
    expect(await done('plan', file, '--offline')).toBe('release 2 has these pins; nothing to do\n')
    write('settings:', '  drivers:', '    isOpen: true')
    expect(await done('plan', file, '--offline')).toContain('drivers: isOpen: default → true\n')
    await done('apply', file, ...why)
    expect(live()).toEqual({ drivers: { isOpen: true } })
    write('settings: {}')
    await done('apply', file, ...why)
    expect(live()).toEqual({})
  })

  it('change together with the version that needs it', async () => {
    putRemote(store, 'drivers', {
      version: '1.1.0',
      build: build(1),
      settings: { months: { type: 'number', default: 1, description } },
    })
    write('settings:', '  drivers:', '    months: 2')
    writeFileSync(file, readFileSync(file, 'utf8').replace('drivers: 1.0.0', 'drivers: 1.1.0'))
    await done('apply', file, ...why)
    expect(live()).toEqual({ drivers: { months: 2 } })
  })

  it.each<[string[], string]>([
    [['settings:', '  depots:', '    days: 1'], ':8: settings.depots: is no remote of this manifest'],
    [['settings:', '  drivers:', '    days: [1]'], ':8: settings.drivers.days: '],
    [['settings: 1'], ':6: settings: '],
    [
      ['settings:', '  drivers:', '    days: "14"'],
      'drivers, settings: days is "14": it must be a number in drivers@1.0.0',
    ],
    [['settings:', '  drivers:', '    hours: 1'], 'drivers, settings: drivers@1.0.0 has no setting hours, which is 1'],
  ])('%j is refused, and where is named', async (lines, reason) => {
    write(...lines)
    const { code, err } = await release('plan', file, '--offline')
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
  })
})

it('what managers approve holds the settings: another value needs another approval', async () => {
  const room = temporaryFolder()
  const as = (name: string) => (keys = { RELEASE_MANAGER_KEY: join(room, name) })
  for (const name of ['mara', 'ines']) {
    await done('managers', 'keygen', join(room, name))
    as('mara')
    await done('managers', 'add', name, '--key', join(room, `${name}.pub`), '--reason', 'x')
  }
  writeFileSync(join(store.folder, 'policy.json'), '{"approvals":2}')
  await done('policy', 'adopt', '--reason', 'two')
  const proposed = await done('set', 'drivers', 'days=14', ...why, '--propose')
  const plan = /plan (\w+)/.exec(proposed)?.[1] ?? ''
  as('ines')
  expect(await done('approve', plan)).toContain('drivers: days: default → 14\n')
  expect((await release('set', 'drivers', 'days=15', ...why)).err).toContain('1 of 2 approvals')
  await done('set', 'drivers', 'days=14', ...why)
  expect(store.live()).toMatchObject({ settings: { drivers: { days: 14 } }, decision: { action: 'set' } })
  expect(await done('verify')).toMatch(/release 2 +approvals +ok/)
})
