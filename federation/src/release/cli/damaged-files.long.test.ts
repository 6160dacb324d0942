import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/built-part.ts'
import { failInPages } from '../../testing/page-reports.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { planCanary } from '../plan/canary.ts'
import { commit } from '../commit/commit.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { readPublicKey } from '../keys/release-key.ts'

const origin = 'http://localhost:1'
let whole: string
let publicKey: string

/** An installation that has every kind of file: releases, a canary, keys, reports, and what an operator may add. */
beforeAll(() => {
  const store = storeOfThree({ shell: origin, drivers: origin, users: origin })
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
  commit(store, planCanary(store, [putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })], 5, mara))
  const version = '1.1.0-111111111111'
  failInPages(store.state.open().failures, { release: 2, remote: 'drivers', version, phase: 'load', message: 'late' })
  const put = (name: string, value: unknown) => writeFileSync(join(store.folder, name), JSON.stringify(value, null, 2))
  put('stores.json', {})
  whole = store.folder
  publicKey = readPublicKey(store.keyFile)
})

const damages: Record<string, (file: string) => void> = {
  'cut off': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'with a byte flipped': (file) => flipByte(file, Math.floor(statSync(file).size / 2)),
  empty: (file) => truncateSync(file, 0),
  'a folder': (file) => {
    rmSync(file)
    mkdirSync(file)
  },
  gone: (file) => rmSync(file),
}
const commands: Record<string, string[]> = {
  list: ['list'],
  status: ['status'],
  pin: ['pin', 'drivers@1.0.0', '--reason', 'back', '--offline'],
  rollback: ['rollback'],
  log: ['log'],
  resign: ['resign', '--reason', 'another key'],
}
const kinds = [
  'live.json',
  'canary.json',
  'log.jsonl',
  'origin-state/failures.jsonl',
  'origins.json',
  'stores.json',
  'release-key.pem',
  'releases/1.json',
  'releases/1.sig.json',
  'releases/2.json',
  'releases/2.sig.json',
  'releases/3.json',
  'releases/3.sig.json',
  'artifacts/drivers/1.0.0-000000000000/remote.json',
  'artifacts/drivers/1.0.0-000000000000/remote.1.js',
  'artifacts/drivers/1.1.0-111111111111/remote.json',
  'artifacts/drivers/1.1.0-111111111111/routes.1.js',
  'artifacts/drivers/1.0.0-000000000000/remote.1.js.br',
  'artifacts/shell/1.0.0-000000000000/remote.json',
]

const rows = kinds.flatMap((kind) =>
  Object.keys(damages).flatMap((damage) => Object.keys(commands).map((command) => ({ kind, damage, command }))),
)

/** A copy of the installation. No command here writes builds: they are shared, unless one is to be damaged. */
function copyOf(kind = ''): string {
  const folder = temporaryFolder()
  const builds = join(whole, 'artifacts')
  const own = kind.startsWith('artifacts/')
  cpSync(whole, folder, { recursive: true, filter: (file) => own || file !== builds })
  if (!own) symlinkSync(builds, join(folder, 'artifacts'))
  return folder
}

/** The live pointer, the log, and all that is in these folders, as text. */
function contentOf(folder: string): string[] {
  const isFile = (file: string) => existsSync(file) && statSync(file).isFile()
  const names = readdirSync(join(folder, 'releases')).map((name) => join('releases', name))
  return ['live.json', 'log.jsonl', ...names.sort()].map((name) => {
    const file = join(folder, name)
    return `${name} ${isFile(file) ? readFileSync(file, 'utf8') : ''}`
  })
}

/** Commands that only read leave a damaged copy as it is, and share it. */
const reads = new Set(['list', 'status', 'log'])
const sharedCopies = new Map<string, string>()

function damagedCopy(kind: string, damage: string, command: string): string {
  const isShared = reads.has(command)
  const shared = isShared ? sharedCopies.get(`${kind} ${damage}`) : undefined
  if (shared) return shared
  const folder = copyOf(kind)
  damages[damage]?.(join(folder, kind))
  if (isShared) sharedCopies.set(`${kind} ${damage}`, folder)
  return folder
}

async function damaged(kind: string, damage: string, command: string) {
  const folder = damagedCopy(kind, damage, command)
  const before = contentOf(folder)
  const answer = await releaseWith(
    { DATA_DIR: folder, RELEASE_MANAGER: 'mara', RELEASE_PUBLIC_KEYS: publicKey },
    ...(commands[command] ?? []),
  )
  return { ...answer, folder, file: basename(kind), before, after: contentOf(folder) }
}

it.each(rows)('release $command works with $kind $damage, or names it and changes nothing', async (row) => {
  const { code, err, folder, file, before, after } = await damaged(row.kind, row.damage, row.command)
  const lost = before.filter((one) => one.startsWith('releases') && !after.includes(one))
  expect(lost).toEqual([])
  if (code === 0 && reads.has(row.command)) expect(after).toEqual(before)
  if (code === 0) return expect(err).toBe('')
  const lines = err.trimEnd().split('\n')
  expect([code, after]).toEqual([1, before])
  for (const line of lines) {
    expect(line).toMatch(/^release: /)
    // The folder's random letters may read like the code of an error.
    expect(line.replaceAll(folder, '')).not.toMatch(/^\s+at |\bE[A-Z]{4,}\b|Error:|syscall/)
  }
  // Without origins.json nobody said where a part is served from: that is what is said.
  if (row.kind === 'origins.json' && row.damage === 'gone') expect(err).toContain('release part drivers --origin URL')
  else expect(err).toContain(file)
})

describe('a damaged file that a command needs is never passed over', () => {
  it.each([
    ['status', 'live.json', 'restore it from a backup'],
    ['status', 'releases/2.json', 'restore'],
    ['status', 'releases/2.sig.json', '2.sig.json'],
    ['log', 'log.jsonl', 'log.jsonl: entry'],
    ['pin', 'artifacts/drivers/1.0.0-000000000000/remote.1.js', 'remote.1.js'],
  ])('release %s with %s', async (command, kind, words) => {
    for (const damage of ['cut off', 'with a byte flipped', 'empty']) {
      const { code, err } = await damaged(kind, damage, command)
      expect([damage, code, err]).toEqual([damage, 1, expect.stringContaining(words)])
    }
  })

  it('the key cannot sign, whatever became of it', async () => {
    for (const damage of Object.keys(damages)) {
      const { code, err } = await damaged('release-key.pem', damage, 'resign')
      expect([damage, code, err]).toEqual([damage, 1, expect.stringContaining('release-key.pem')])
    }
  })
})

describe('a DATA_DIR without an installation', () => {
  const absent = () => join(temporaryFolder(), 'mistyped', 'data')

  it.each(Object.keys(commands))('is named by release %s, which makes nothing', async (command) => {
    const folder = absent()
    const { code, err } = await releaseWith({ DATA_DIR: folder }, ...(commands[command] ?? []))
    expect([code, err]).toEqual([1, expect.stringMatching(`^release: there is no installation at ${folder}; `)])
    expect(existsSync(folder)).toBe(false)
  })

  it('is begun by init', async () => {
    const folder = absent()
    const init = ['init', '--key', join(temporaryFolder(), 'key.pem')]
    expect(await releaseWith({ DATA_DIR: folder }, ...init)).toMatchObject({ code: 0 })
    expect(await releaseWith({ DATA_DIR: folder }, 'list')).toMatchObject({ code: 0 })
  })

  it('below /proc ends at once, with its path', async ({ skip }) => {
    skip(!existsSync('/proc/version'), 'there is no /proc here')
    for (const args of [['list'], ['init', '--key', join(temporaryFolder(), 'key.pem')]]) {
      const { code, err } = await releaseWith({ DATA_DIR: '/proc/interline/data' }, ...args)
      expect([code, err]).toEqual([1, expect.stringContaining('/proc/interline')])
    }
  })
})
