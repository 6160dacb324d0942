import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { someEvidence } from '../../testing/some-evidence.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import type { Descriptor } from '../../schema/index.ts'
import { planCanary } from '../canary/change-canary.ts'
import { commit } from './commit.ts'
import { addEvidence } from '../evidence/add-evidence.ts'
import { planPin } from '../plan/pin.ts'
import { pin } from './plan-and-commit.ts'
import { planRenewal } from './renew.ts'
import { rollback } from './plan-and-commit.ts'
import { planOff } from '../plan/switch.ts'
import { isUnguarded } from '../checks/planned-release.ts'
import type { ReleaseStore } from '../store/store.ts'
import { checkSkew } from '../checks/skew.ts'

let store: ReleaseStore
let shell: Descriptor
let drivers: Descriptor
let newer: Descriptor

const ines = { by: 'ines' }
const versionOne = { version: '1.1.0', build: build(1) }
const lines = (...parts: Descriptor[]) =>
  checkSkew(store, planPin(store, parts, mara)).map(({ part, state, reason }) => `${part} ${state} ${reason}`.trim())
const requireEvidence = () => writeFileSync(join(store.folder, 'policy.json'), '{"requireEvidence":true}')
const evidenceFile = (name: string) => {
  const folder = join(store.folder, 'evidence', `1.0.0-${build(0)}`)
  return join(folder, readdirSync(folder).find((file) => file.startsWith(name)) ?? 'none')
}

beforeEach(() => {
  store = storeOfThree()
  shell = putShell(store)
  drivers = putRemote(store, 'drivers')
  pin(store, [shell, drivers, putRemote(store, 'users')], mara)
  newer = putRemote(store, 'drivers', versionOne)
})

describe('a pin of what the skew matrix', () => {
  it('did not try says which command would, and goes on', () => {
    expect(lines(newer)).toEqual([
      `drivers skipped no evidence for drivers@1.1.0-${build(1)} with shell@1.0.0-${build(0)}; run: npm run skew -- drivers@1.1.0-${build(1)}`,
    ])
    expect(pin(store, [newer], mara).number).toBe(2)
  })

  it('did not try is refused where the policy requires evidence, and goes on with it', () => {
    requireEvidence()
    expect(() => pin(store, [newer], mara)).toThrow(/drivers, skew: no evidence for drivers@1\.1\.0/)
    expect(store.live()?.number).toBe(1)
    addEvidence(store, [someEvidence(shell, newer)], ines)
    expect(lines(newer)).toEqual(['drivers ok'])
    expect(pin(store, [newer], mara).number).toBe(2)
  })

  it('did not try is refused with NODE_ENV=production, unless the policy says otherwise or npm start built it', () => {
    vi.stubEnv('NODE_ENV', 'production')
    try {
      expect(() => pin(store, [newer], mara)).toThrow(/drivers, skew: no evidence for drivers@1\.1\.0/)
      writeFileSync(join(store.folder, 'policy.json'), '{"requireEvidence":true}')
      const fromStart = { ...mara, isOfOneCheckout: true as const }
      expect(() => pin(store, [newer], fromStart)).toThrow(/no evidence/)
      rmSync(join(store.folder, 'policy.json'))
      expect(pin(store, [newer], fromStart).number).toBe(2)
      expect(rollback(store, 1, mara).number).toBe(3)
      writeFileSync(join(store.folder, 'policy.json'), '{"requireEvidence":false}')
      expect(pin(store, [newer], mara).number).toBe(4)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('saw fail is refused with what failed, whatever the policy', () => {
    addEvidence(
      store,
      [someEvidence(shell, newer, 'GET /admin/drivers is not declared', 'the console was not clean')],
      ines,
    )
    expect(() => pin(store, [newer], mara)).toThrow(
      new RegExp(
        `drivers, skew: drivers@1\\.1\\.0-1{12} with shell@1\\.0\\.0-0{12} failed "smoke: its screens": GET /admin/drivers is not declared\n.*the console was not clean`,
      ),
    )
    expect(store.live()?.number).toBe(1)
    addEvidence(store, [someEvidence(shell, newer)], ines)
    expect(pin(store, [newer], mara).number).toBe(2)
  })

  it('tried in another build of the shell was not tried', () => {
    addEvidence(store, [someEvidence(shell, newer)], ines)
    requireEvidence()
    const nextShell = putShell(store, { version: '1.1.0', build: build(2) })
    expect(lines(nextShell, newer).map((line) => line.slice(0, 60))).toEqual([
      'drivers refused no evidence for drivers@1.1.0-111111111111 w',
      'drivers refused no evidence for drivers@1.0.0-000000000000 w',
      'users refused no evidence for users@1.0.0-000000000000 with ',
    ])
    addEvidence(
      store,
      [
        someEvidence(nextShell, newer),
        someEvidence(nextShell, drivers),
        someEvidence(nextShell, store.artifacts('users')[0] as Descriptor),
      ],
      ines,
    )
    expect(lines(nextShell, newer)).toEqual(['drivers ok', 'users ok'])
  })
})

describe('evidence that does not count', () => {
  beforeEach(() => {
    addEvidence(store, [someEvidence(shell, newer, 'it threw')], ines)
    requireEvidence()
  })
  const changed = (change: (text: string) => string) =>
    writeFileSync(evidenceFile('drivers'), change(readFileSync(evidenceFile('drivers'), 'utf8')))

  it('was edited by hand: a failed one made ok', () => {
    const { evidence, signature } = JSON.parse(readFileSync(evidenceFile('drivers'), 'utf8')) as {
      evidence: object
      signature: object
    }
    changed(() => JSON.stringify({ evidence: { ...evidence, result: 'ok', failures: [] }, signature }))
    expect(lines(newer).join()).toMatch(
      /refused the evidence for drivers@1\.1\.0-1{12} with shell@\S+ does not count: .*it was altered/,
    )
  })

  it('is the signed evidence of another pair, copied', () => {
    const users = store.artifacts('users')[0] as Descriptor
    addEvidence(store, [someEvidence(shell, users)], ines)
    cpSync(evidenceFile('users'), evidenceFile('drivers'))
    expect(lines(newer).join()).toMatch(
      /refused the evidence for drivers@1\.1\.0-1{12} with shell@\S+ is of other bytes of drivers/,
    )
  })

  it('is of other bytes under the same name', () => {
    addEvidence(store, [someEvidence(shell, newer)], ines)
    expect(lines(newer)).toEqual(['drivers ok'])
    const other = { ...newer, title: 'Other bytes' } as Descriptor
    expect(lines(other).join()).toMatch(/refused .* is of other bytes of drivers/)
  })

  it('is signed by nobody, by a key of another installation, or by one that is retired', () => {
    const text = readFileSync(evidenceFile('drivers'), 'utf8')
    changed(() => JSON.stringify({ evidence: (JSON.parse(text) as { evidence: object }).evidence }))
    expect(lines(newer).join()).toMatch(/refused .*does not count: .*signature/)

    const foreign = storeOfThree()
    const theirs = [putShell(foreign), putRemote(foreign, 'drivers', versionOne)] as const
    addEvidence(foreign, [someEvidence(...theirs)], ines)
    mkdirSync(join(store.folder, 'evidence'), { recursive: true })
    cpSync(join(foreign.folder, 'evidence'), join(store.folder, 'evidence'), { recursive: true })
    expect(lines(newer).join()).toMatch(/refused .*is signed by key [0-9a-f]{16}, which is not in/)

    addEvidence(store, [someEvidence(shell, newer)], ines)
    const first = store.keys.active().id
    store.keys.rotate()
    expect(lines(newer)).toEqual(['drivers ok'])
    store.keys.retire(first)
    expect(lines(newer).join()).toMatch(/refused .*is signed by key [0-9a-f]{16}, which is retired/)
  })

  it('is no JSON', () => {
    changed(() => 'ok')
    expect(lines(newer).join()).toMatch(/refused .*does not count: .*is not JSON/)
  })
})

describe('what needs no evidence', () => {
  beforeEach(requireEvidence)

  it('is the first release: nothing is live beside it; but not what failed', () => {
    const empty = storeOfThree()
    writeFileSync(join(empty.folder, 'policy.json'), '{"requireEvidence":true}')
    const parts = [putShell(empty), putRemote(empty, 'drivers')] as const
    addEvidence(empty, [someEvidence(...parts, 'it threw')], ines)
    expect(() => pin(empty, [...parts], mara)).toThrow(/drivers, skew: .* failed "smoke: its screens": it threw/)
    addEvidence(empty, [someEvidence(...parts)], ines)
    expect(pin(empty, [...parts, putRemote(empty, 'users')], mara).number).toBe(1)
  })

  it('is what runs together now, served from elsewhere, even when it failed', () => {
    addEvidence(store, [someEvidence(shell, drivers, 'it threw')], ines)
    store.putOrigins({ drivers: 'http://localhost:4001' })
    expect(pin(store, [drivers], mara).remotes.drivers?.url).toMatch(/:4001/)
  })

  it('is a rollback to what was live together, even when it failed; not to what never was', () => {
    addEvidence(store, [someEvidence(shell, newer)], ines)
    pin(store, [newer], mara)
    addEvidence(store, [someEvidence(shell, drivers, 'it threw')], ines)
    expect(rollback(store, 1, mara).remotes.drivers?.descriptor.version).toBe('1.0.0')

    const nextShell = putShell(store, { version: '1.1.0', build: build(2) })
    const users = store.artifacts('users')[0] as Descriptor
    addEvidence(store, [someEvidence(nextShell, drivers), someEvidence(nextShell, users)], ines)
    pin(store, [nextShell], mara)
    expect(() => rollback(store, 2, mara, ['drivers'])).toThrow(
      /drivers, skew: no evidence for drivers@1\.1\.0-1{12} with shell@1\.1\.0/,
    )

    addEvidence(store, [someEvidence(nextShell, newer)], ines)
    commit(store, planCanary(store, [newer], 5, mara))
    addEvidence(store, [someEvidence(nextShell, newer, 'it threw')], ines)
    expect(() => rollback(store, 2, mara, ['drivers']), 'a canary was never live').toThrow(
      /drivers, skew: .* failed "smoke: its screens": it threw/,
    )
  })

  it('is the kill switch, and a release that is only signed anew', () => {
    for (const plan of [planOff(store, 'drivers', 'Back at noon', mara), planRenewal(store, mara)])
      expect(isUnguarded(plan)).toBe(true)
  })
})

describe('a version that the matrix saw fail', () => {
  it('is no fallback of the one that repairs it, and says so', () => {
    addEvidence(store, [someEvidence(shell, drivers, 'it threw'), someEvidence(shell, newer)], ines)
    expect(lines(newer)).toEqual([`drivers ok drivers@1.0.0-${build(0)} is no fallback: it failed with this shell`])
    expect(pin(store, [newer], mara).fallbacks).toEqual({})
  })

  it('leaves its own fallback to the next one', () => {
    pin(store, [newer], mara)
    addEvidence(store, [someEvidence(shell, newer, 'it threw')], ines)
    expect(
      pin(store, [putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })], mara).fallbacks.drivers
        ?.descriptor.version,
    ).toBe('1.0.0')
  })
})
