import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { releaseWith } from '../../../testing/release-command.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../../testing/stored-parts.ts'
import { readFreeze } from '../../audit/freeze.ts'
import { pin, switchOff } from '../../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../../store/store.ts'

let store: ReleaseStore
const release = (name: string, ...args: string[]) =>
  releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: name }, ...args)

beforeAll(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
})

const commands = [
  ['canary', 'start', 'drivers@1.0.0', '--percent', '5'],
  ['canary', 'percent', '5'],
  ['canary', 'abort'],
  ['canary', 'promote'],
  ['part', 'drivers', '--origin', 'http://localhost:3999'],
  ['publish', 'nowhere'],
  ['pin', 'drivers@1.0.0'],
  ['rollback'],
  ['off', 'drivers', '--message', 'Back at noon'],
  ['on', 'drivers'],
  ['freeze'],
  ['unfreeze'],
  ['resign'],
]

it.each(commands.map((command) => [command.slice(0, 2).join(' '), command] as const))(
  '%s refuses a reason that is no line before anything else',
  async (_, command) => {
    const before = readFileSync(join(store.folder, 'log.jsonl'), 'utf8')
    const forged = `x\n9  2026-11-21T12:00:00.000Z  ines: pin`
    expect(await release('mara', ...command, '--reason', forged)).toMatchObject({
      code: 1,
      err: 'release: the reason "x\\u000a9  2026-11-21T12:00:00.000Z  ines: pin" has a line break or a control character; write it in one line\n',
    })
    expect(readFileSync(join(store.folder, 'log.jsonl'), 'utf8')).toBe(before)
  },
)

it.each([
  ['mara\nines', /^release: RELEASE_MANAGER "mara\\u000aines" has a line break/],
  ['m'.repeat(121), /^release: RELEASE_MANAGER has 121 characters; it may have 120; shorten it\n$/],
])('a name that is no line, or too long, is refused: %j', async (name, reason) => {
  expect(await release(name, 'freeze', '--reason', 'x')).toMatchObject({
    code: 1,
    err: expect.stringMatching(reason) as string,
  })
  expect(readFreeze(store)).toBeNull()
})

it('an entry that a program wrote with a line break stays one in the log', async () => {
  switchOff(store, 'drivers', 'Back\nat noon', mara)
  expect((await release('mara', 'log')).out).toContain('     drivers: on → off: Back\\u000aat noon\n')
})
