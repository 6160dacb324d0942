import { beforeAll, describe, expect, it } from 'vitest'
import { releaseWith } from '../../../testing/release-command.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../../testing/stored-parts.ts'
import { pin } from '../../commit/plan-and-commit.ts'
import { allowDevOrigin } from '../../store/policy.ts'
import type { ReleaseStore } from '../../store/store.ts'

const origin = 'http://localhost:3190'
const options = ['drivers', '--origin', origin, '--admin', 'mara@office.test', '--reason', 'a new column']
let store: ReleaseStore

const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'ines' }, ...args)

beforeAll(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  allowDevOrigin(store, origin)
})

describe('release grant', () => {
  it('gives, lists and revokes; each as text and as JSON', async () => {
    const dry = await release('grant', ...options, '--hours', '2', '--dry-run')
    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(/^would grant drivers from http:\/\/localhost:3190 for mara@office\.test until /),
    ])
    expect(JSON.parse((await release('grants', '--json')).out)).toEqual({ grants: [] })

    const given = JSON.parse((await release('grant', ...options, '--json')).out) as {
      grant: { id: string }
      code: string
    }
    expect(given.code).toMatch(/^[A-Za-z0-9_-]{200,}$/)
    expect((await release('grants')).out).toMatch(new RegExp(`${given.grant.id} +drivers .* waiting`))
    const revoked = await release('grant', 'revoke', given.grant.id, '--reason', 'done')
    expect([revoked.code, revoked.out]).toEqual([0, expect.stringContaining('revoked: drivers from')])
    expect((await release('grants')).out).toMatch(/ended by ines: done/)
    expect((await release('log')).out).toMatch(/ines: grant: a new column[\s\S]*ines: revoke: done/)
  })

  it.each([
    [1, 'refused', ['grant', 'users', ...options.slice(1)], /no remote "users"/],
    [1, 'refused', ['grant', ...options.map((word) => word.replace('3190', '3191'))], /not on the list/],
    [1, 'refused', ['grant', 'revoke', '0000000000000000', '--reason', 'x'], /there is no grant/],
    [2, 'not understood', ['grant', ...options.map((word) => word.replace('@', ' at '))], /e-mail/],
    [2, 'not understood', ['grant', ...options, '--hours', '25'], /at most 24/],
    [2, 'not understood', ['grant', 'drivers', '--origin', origin], /--admin/],
  ])('ends with %i when it is %s: %j', async (code, _, args, output) => {
    const ended = await release(...args)
    expect([ended.code, ended.err]).toEqual([code, expect.stringMatching(output)])
  })
})
