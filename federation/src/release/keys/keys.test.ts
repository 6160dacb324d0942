import { Command } from 'commander'
import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { pin, publish, ReleaseStore } from '../index.ts'
import { addKeys, addRenew } from '../cli/change/keys.ts'
import type { CommandContext } from '../cli/text/output.ts'
import { builtShell, temporaryFolder } from '../../testing/built-part.ts'

let store: ReleaseStore
let logged: string[]

beforeEach(() => {
  store = new ReleaseStore(temporaryFolder())
  store.putOrigins({ shell: 'http://localhost:3000' })
  logged = []
})

async function release(...args: string[]) {
  logged = []
  const program = new Command('release').exitOverride()
  const env = { DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }
  const context: CommandContext = {
    env,
    out: (text) => logged.push(text),
    err: (text) => logged.push(text),
    wantsJson: false,
    exitCode: 0,
  }
  addKeys(program, context)
  addRenew(program, context)
  await program.parseAsync(args, { from: 'user' })
  return logged.join('').trimEnd().split('\n')
}

const released = () => pin(store, [publish(store, builtShell()).descriptor], { reason: 'because', by: 'mara' })

it('makes the root once, rotates, and lists who endorsed whom and who signs', async () => {
  expect(await release('keys', 'list')).toEqual(['no key yet; the first release makes one'])
  expect(await release('keys', 'init')).toEqual([expect.stringMatching(/^key [0-9a-f]{16} was made; it signs$/)])
  expect(await release('keys', 'init')).toEqual([expect.stringMatching(/is there already$/)])
  const root = store.keys.active().id
  expect(await release('keys', 'rotate')).toEqual([
    expect.stringMatching(new RegExp(`^key [0-9a-f]{16} signs from now on, endorsed by ${root}$`)),
  ])
  expect(await release('keys', 'list')).toEqual([
    expect.stringMatching(new RegExp(`^${root} .*the root  accepted$`)),
    expect.stringMatching(/endorsed by .*signs$/),
  ])
})

it('retires a key; what it signed and is live is released anew, signed by the one that is left', async () => {
  const first = released()
  const root = store.keys.active().id
  await release('keys', 'rotate')
  expect(await release('keys', 'retire', root)).toEqual([
    `key ${root} is retired`,
    `release 2 is live: the pins of 1, signed by ${store.keys.active().id}`,
  ])
  expect(store.live()).toMatchObject({
    number: 2,
    shell: first.shell,
    reason: `key ${root} was retired`,
    createdBy: 'mara',
  })
})

it('retires the newest key too: the one before it signs what is live anew', async () => {
  await release('keys', 'init')
  const root = store.keys.active().id
  await release('keys', 'rotate')
  released()
  expect(await release('keys', 'retire', store.keys.active().id)).toHaveLength(2)
  expect([store.keys.active().id, store.liveSigned()?.signature.keyId, store.liveNumber()]).toEqual([root, root, 2])
})

it('retires no key when the renewal cannot be planned', async () => {
  released()
  await release('keys', 'rotate')
  const before = store.keys.all()
  vi.setSystemTime('2020-01-01')
  try {
    const retired = release('keys', 'retire', before[0]?.id ?? '')
    await expect(retired).rejects.toThrow(/the clock of this machine says 2020-/)
  } finally {
    vi.useRealTimers()
  }
  expect([store.keys.all(), store.liveNumber(), existsSync(halfOf(before[0]?.id ?? ''))]).toEqual([before, 1, true])
})

it('leaves the live release as it is when another key signed it', async () => {
  released()
  await release('keys', 'rotate')
  expect(await release('keys', 'retire', store.keys.active().id)).toHaveLength(1)
  expect(store.live()?.number).toBe(1)
})

it('renews the live release, with its reason', async () => {
  const first = released()
  expect(await release('renew', '--reason', 'a long holiday')).toContain('release 2 is live: a long holiday')
  expect(store.live()).toMatchObject({ number: 2, shell: first.shell, reason: 'a long holiday' })
})

it('says in a dry run what it would do, refuses the same, and changes nothing', async () => {
  expect(await release('keys', 'init', '--dry-run')).toEqual(['a root key would be made'])
  expect(store.keys.all()).toEqual([])
  released()
  const root = store.keys.active().id
  expect(await release('keys', 'rotate', '--dry-run')).toEqual([
    `a key would be made that ${root} endorses, and sign from now on`,
  ])
  await expect(release('keys', 'retire', root, '--dry-run')).rejects.toThrow(/is the only one left; rotate first/)
  await release('keys', 'rotate')
  const before = store.keys.all()
  expect(await release('keys', 'retire', root, '--dry-run')).toEqual([
    `key ${root} would be retired, and release 1 renewed`,
  ])
  expect([store.keys.all(), store.liveNumber()]).toEqual([before, 1])
})

const halfOf = (id: string) => join(store.folder, 'keys', `${id}.pem`)

it.each<[string, (file: string) => void, RegExp]>([
  ['is lost', (file) => rmSync(file), /the private half of key [0-9a-f]{16} is not here/],
  ['is no key', (file) => writeFileSync(file, 'moved to the safe\n'), /is not the private half of key/],
  [
    'is that of another',
    (file) => copyFileSync(halfOf(store.keys.all()[0]?.id ?? ''), file),
    /is not the private half of key/,
  ],
])(
  'retires no key, and rotates to none, when the private half of the one that would sign %s',
  async (_, spoil, reason) => {
    released()
    const root = store.keys.active().id
    await release('keys', 'rotate')
    spoil(halfOf(store.keys.active().id))
    const before = readdirSync(join(store.folder, 'keys'))
    await expect(release('keys', 'retire', root, '--dry-run')).rejects.toThrow(reason)
    await expect(release('keys', 'retire', root)).rejects.toThrow(reason)
    await expect(release('keys', 'rotate', '--dry-run')).rejects.toThrow(reason)
    await expect(release('keys', 'rotate')).rejects.toThrow(reason)
    await expect(release('renew', '--reason', 'signed anew')).rejects.toThrow(reason)
    expect([existsSync(halfOf(root)), readdirSync(join(store.folder, 'keys'))]).toEqual([true, before])
  },
)
