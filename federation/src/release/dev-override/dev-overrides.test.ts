import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { allowDevOverride, revokeDevOverride } from './allow-dev-override.ts'
import { DevOverrides, readCode } from './dev-overrides.ts'
import { freeze } from '../audit/freeze.ts'
import { readLog } from '../audit/log.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { allowDevOrigin, readPolicy } from '../store/policy.ts'
import type { ReleaseStore } from '../store/store.ts'

const origin = 'http://localhost:3190'
const options = { remote: 'drivers', origin, admin: 'mara@office.test', hours: 8 }
let store: ReleaseStore
let overrides: DevOverrides

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  allowDevOrigin(store, origin)
  overrides = new DevOverrides(store)
})

const known = (id: string) => {
  const found = overrides.find(id)
  if (!found) throw new Error('no such grant')
  return found
}
const used = { at: '2026-11-21T12:00:00.000Z', secret: 'a'.repeat(64), session: 'b'.repeat(64) }

describe('a grant', () => {
  it('is signed, kept, logged with who, for whom and why, and its code holds just that', () => {
    const { override, code } = allowDevOverride(store, options, mara)
    expect(override).toMatchObject({ remote: 'drivers', origin, admin: 'mara@office.test' })
    expect(Date.parse(override.expiresAt) - Date.parse(override.issuedAt)).toBe(8 * 3_600_000)
    expect(readCode(code ?? '')).toEqual(known(override.id).signed)
    expect(overrides.stateOf(known(override.id))).toBe('waiting')
    expect(readLog(store)).toMatchObject({ broken: null })
    expect(readLog(store).entries.at(-1)).toMatchObject({
      action: 'grant',
      by: 'mara',
      reason: 'because',
      release: null,
      changes: [
        {
          part: 'drivers',
          from: null,
          to: `${origin} for mara@office.test until ${override.expiresAt} (${override.id})`,
        },
      ],
    })
  })

  it.each([
    ['of a remote that nobody knows', { remote: 'payments' }, /no remote "payments".*drivers/],
    [
      'from an origin that is not on the list',
      { origin: 'http://localhost:3191' },
      /http:\/\/localhost:3191 is not on the list/,
    ],
    ['for more than a day', { hours: 25 }, /at most 24 hours/],
    ['for no time', { hours: 0 }, /at most 24 hours/],
    ['for who has no address', { admin: 'mara' }, /admin: /],
  ])('%s is refused, and nothing is written', (_, differ, reason) => {
    const before = readLog(store).entries.length
    expect(() => allowDevOverride(store, { ...options, ...differ }, mara)).toThrow(reason)
    expect(overrides.all()).toEqual([])
    expect(readLog(store).entries).toHaveLength(before)
  })

  it('is not given while the releases are frozen, and is revoked all the same', () => {
    const { override } = allowDevOverride(store, options, mara)
    freeze(store, { by: 'ines', reason: 'audit week' })
    expect(() => allowDevOverride(store, options, mara)).toThrow(/frozen by ines/)
    revokeDevOverride(store, override.id, { by: 'ines', reason: 'not now' })
    expect(overrides.stateOf(known(override.id))).toBe('ended')
    expect(readLog(store).entries.at(-1)).toMatchObject({ action: 'revoke', by: 'ines', reason: 'not now' })
    expect(() => revokeDevOverride(store, override.id, mara)).toThrow(/ended at .*: not now/)
  })

  it('is only said, with a dry run', () => {
    const { code } = allowDevOverride(store, options, { ...mara, dryRun: true })
    expect([code, overrides.all()]).toEqual([null, []])
    const { override } = allowDevOverride(store, options, mara)
    revokeDevOverride(store, override.id, { ...mara, dryRun: true })
    expect(overrides.stateOf(known(override.id))).toBe('waiting')
  })

  it('is used once', () => {
    const { override } = allowDevOverride(store, options, mara)
    expect([overrides.use(override.id, used), overrides.use(override.id, used)]).toEqual([true, false])
    expect(overrides.stateOf(known(override.id))).toBe('active')
  })

  it('does not run past its time, after its origin left the list, or after its key was retired', () => {
    const { override } = allowDevOverride(store, options, mara)
    overrides.use(override.id, used)
    expect(overrides.stateOf(known(override.id), Date.parse(override.expiresAt))).toBe('expired')
    writeFileSync(join(store.folder, 'policy.json'), '{"devOrigins":[]}')
    expect(overrides.stateOf(known(override.id))).toBe('not-allowed')
    allowDevOrigin(store, origin)
    const { id } = store.keys.active()
    store.keys.rotate()
    expect(overrides.stateOf(known(override.id))).toBe('active')
    store.keys.retire(id)
    expect(overrides.stateOf(known(override.id))).toBe('not-signed')
  })

  it('does not run when its file was altered: later, from elsewhere, or for another part', () => {
    const { override } = allowDevOverride(store, options, mara)
    const file = join(store.folder, 'grants', `${override.id}.json`)
    const genuine = readFileSync(file, 'utf8')
    for (const [from, to] of [
      [override.expiresAt, '2099-01-01T00:00:00.000Z'],
      ['drivers', 'users'],
      [`\\"${origin}`, '\\"http://localhost:3999'],
    ] as const) {
      const altered = genuine.replace(from, to)
      expect(altered).not.toBe(genuine)
      writeFileSync(file, altered)
      expect(overrides.stateOf(known(override.id))).toBe('not-signed')
    }
  })
})

describe('the list of origins', () => {
  it.each([
    'http://office.test:3190',
    'http://localhost:3190/',
    'https://dev.test/app',
    'ftp://dev.test',
    'javascript:alert(1)',
    '*',
  ])('does not take %s', (text) => {
    writeFileSync(join(store.folder, 'policy.json'), JSON.stringify({ devOrigins: [text] }))
    expect(() => readPolicy(store)).toThrow(/policy\.json: devOrigins\.0: must be an https origin/)
  })

  it('keeps what else the policy says', () => {
    writeFileSync(join(store.folder, 'policy.json'), '{"requireProvenance":true}')
    expect([allowDevOrigin(store, 'https://dev.test'), allowDevOrigin(store, 'https://dev.test')]).toEqual([
      true,
      false,
    ])
    expect(readPolicy(store)).toMatchObject({ requireProvenance: true, devOrigins: ['https://dev.test'] })
  })
})

it.each(['', 'abc', Buffer.from('{}').toString('base64url'), '\u2028'])(
  'a text that is no code is none: %j',
  (text) => {
    expect(readCode(text)).toBeNull()
  },
)
