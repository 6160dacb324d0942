import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Setting, SettingValues } from '../../schema/index.ts'
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
const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, ...args)
const why = ['--reason', 'because', '--offline']
const live = () => store.live()?.settings
let file: string
/** Writes what is live as a manifest with these settings of drivers, as a person edits what `export` wrote. */
async function edit(drivers: SettingValues, parts: Record<string, string> = {}) {
  const { shell, remotes } = JSON.parse((await release('export', '--json')).out) as {
    shell: string
    remotes: Record<string, string>
  }
  const settings = Object.keys(drivers).length > 0 ? { drivers } : {}
  writeFileSync(file, JSON.stringify({ schema: 1, shell, remotes: { ...remotes, ...parts }, settings }))
}
async function set(drivers: SettingValues, parts: Record<string, string> = {}) {
  await edit(drivers, parts)
  return done('apply', file, ...why)
}
const done = async (...args: string[]) => {
  const answer = await release(...args)
  expect(answer.err).toBe('')
  return answer.out
}

beforeEach(() => {
  file = join(temporaryFolder(), 'pins.yaml')
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers', { settings }), putRemote(store, 'users')], mara)
})

describe('settings that a manifest brings', () => {
  it('make a signed release with typed values, which log, status, show and diff name', async () => {
    const out = await set({ days: 14, isOpen: true, notice: 'a=b', order: 'old' })
    expect(out).toMatch(/^release 2 is live: because\nrelease 1 → 2\ndrivers: days: default → 14\n/)
    expect(live()).toEqual({ drivers: { days: 14, isOpen: true, notice: 'a=b', order: 'old' } })
    expect(store.readSigned(2).text).toContain('"settings":{"drivers":{"days":14')
    expect(await done('status')).toContain('drivers is set: days=14, isOpen=true, notice="a=b", order="old"\n')
    expect(await done('show', '2')).toContain('drivers is set: days=14')
    expect(await done('show', 'drivers@1.0.0')).toMatch(
      /settings\n {2}notice +string, 20 characters or fewer +default "" +what it is for\n {2}days +integer, 1 or more, 90 or less +default 30 /,
    )
    await set({ days: 7, isOpen: true, notice: 'a=b', order: 'old' })
    expect(await done('diff')).toBe('release 2 → 3\ndrivers: days: 14 → 7\n')
    expect(JSON.parse(await done('diff', '--json'))).toMatchObject({
      parts: [],
      settings: [{ part: 'drivers', key: 'days', from: 14, to: 7 }],
    })
    expect(readLog(store)).toMatchObject({ broken: null })
    expect(readLog(store).entries.at(-1)).toMatchObject({
      action: 'pin',
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

  it.each<[SettingValues, string]>([
    [{ days: 91 }, 'days is 91: it must be 90 or less in drivers@1.0.0'],
    [{ days: 1.5 }, 'days is 1.5: it must be a whole number in drivers@1.0.0'],
    [{ days: '14' }, 'days is "14": it must be a number in drivers@1.0.0'],
    [{ isOpen: 'yes' }, 'isOpen is "yes": it must be true or false in drivers@1.0.0'],
    [{ order: 'best' }, 'order is "best": it must be one of new, old in drivers@1.0.0'],
  ])('%j are refused with what is wrong, and nothing is written', async (values, reason) => {
    await edit(values)
    expect(await release('apply', file, ...why)).toMatchObject({
      code: 1,
      err: `release: drivers, settings: ${reason}\n`,
    })
    expect(store.releaseNumbers()).toEqual([1])
  })

  it('are refused with every value that is wrong', async () => {
    await edit({ days: 0, notice: 'x'.repeat(21) })
    const { err } = await release('apply', file, ...why)
    expect(err.trim().split('\n')).toEqual([
      expect.stringContaining('days is 0: it must be 1 or more'),
      expect.stringContaining('it must have 20 characters or fewer'),
    ])
  })

  it('write nothing in a plan, when they are so already, when frozen, and when another release is live', async () => {
    await edit({ days: 14 })
    expect(await done('plan', file, '--offline')).toMatch(
      /drivers: days: default → 14\nchecks\n[^]*drivers +settings +ok[^]*nothing was written\n$/,
    )
    expect((await release('apply', file, ...why, '--expect', '4')).err).toContain('release 1 is live, not 4')
    await done('freeze', '--reason', 'holidays')
    expect((await release('apply', file, ...why)).err).toContain('frozen by mara')
    await done('unfreeze', '--reason', 'over')
    await done('apply', file, ...why)
    expect(await done('apply', file, ...why)).toBe('release 2 has these pins; nothing to do\n')
    expect(store.releaseNumbers()).toEqual([1, 2])
  })
})

it('a setting that a manifest leaves out has its default again', async () => {
  await set({ days: 14, isOpen: true })
  expect(await set({ days: 14 })).toContain('drivers: isOpen: true → default\n')
  expect(live()).toEqual({ drivers: { days: 14 } })
  expect(await set({})).toContain('drivers: days: 14 → default\n')
  expect(live()).toEqual({})
})

describe('settings and pins', () => {
  const next = { version: '1.1.0', build: build(1) }
  beforeEach(() => set({ days: 60 }))

  it('a pin keeps them, and its fallback stays although that would not take them', async () => {
    putRemote(store, 'drivers', { ...next, settings: { days: { ...settings.days, max: 365 } as Setting } })
    await done('pin', 'drivers@1.1.0', ...why)
    await set({ days: 300 })
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
      'release: drivers, settings: drivers@1.2.0 has no setting days, which is 60; take it out by a manifest\n',
    )
    await set({}, { drivers: '1.2.0' })
    expect(store.live()?.remotes.drivers?.descriptor.version).toBe('1.2.0')
  })

  it('a rollback brings those of its release back: of everything, and of one part', async () => {
    await set({ days: 5 })
    await done('rollback', '--reason', 'back')
    expect(live()).toEqual({ drivers: { days: 60 } })
    await done('rollback', 'drivers', '--to', '3', '--reason', 'forth')
    expect(live()).toEqual({ drivers: { days: 5 } })
    await done('rollback', '--to', '1', '--reason', 'to the first')
    expect(live()).toEqual({})
  })

  it('off, on, resign, a canary and its promotion keep them', async () => {
    await done('off', 'drivers', '--message', 'Back at noon')
    await done('on', 'drivers', '--reason', 'noon')
    await done('resign', '--reason', 'a new key')
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
    writeFileSync(file, 'schema: 1\nshell: 1.0.0\nremotes:\n  users: 1.0.0\nsettings: {}\n')
    await done('apply', file, ...why)
    expect(live()).toEqual({})
  })
})

describe('settings in a manifest', () => {
  const write = (...more: string[]) =>
    writeFileSync(
      file,
      ['schema: 1', 'shell: 1.0.0', 'remotes:', '  drivers: 1.0.0', '  users: 1.0.0', ...more, ''].join('\n'),
    )
  beforeEach(() => set({ notice: '3', days: 60 }))

  it('are exported, and applied as the whole', async () => {
    const exported = await done('export')
    expect(exported).toMatch(
      /\nsettings:\n {2}drivers:\n {4}days: 60\n {4}notice: "3"\nreachesPage: \[\]\noff: \{\}\n$/,
    )
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
  ])('%j is refused, and where is named', async (lines, reason) => {
    write(...lines)
    const { code, err } = await release('plan', file, '--offline')
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
  })
})
