import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { releaseWith } from '../../testing/release-command.ts'
import { someEvidence } from '../../testing/some-evidence.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { freeze } from '../audit/freeze.ts'
import { readLog } from '../audit/log.ts'
import { pin } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'
import { addEvidence } from '../evidence/add-evidence.ts'
import { evidence, type Evidence } from '../evidence/evidence.ts'

let store: ReleaseStore
let good: Evidence
let failed: Evidence

const ines = { by: 'ines' }
const name = (version: string) => `drivers@${version} with shell@1.0.0-${build(0)}`

beforeEach(() => {
  store = storeOfThree()
  const [shell, drivers] = [putShell(store), putRemote(store, 'drivers')]
  pin(store, [shell, drivers], mara)
  good = someEvidence(shell, drivers)
  failed = someEvidence(shell, putRemote(store, 'drivers', { version: '1.1.0', build: build(1) }), 'it threw')
})

const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'ines' }, ...args)

function fileOf(...found: unknown[]): string {
  const file = join(store.folder, 'found.json')
  writeFileSync(file, JSON.stringify({ evidence: found }))
  return file
}

describe('release evidence', () => {
  it('takes what a run found elsewhere, lists it, and logs it', async () => {
    const file = fileOf(good, failed)
    expect(await release('evidence', 'add', file, '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^would be added\n/) as string,
    })
    expect(existsSync(join(store.folder, 'evidence'))).toBe(false)
    expect((await release('evidence', 'add', file)).code).toBe(0)
    const { out } = await release('evidence')
    expect(out).toContain(`${name(`1.0.0-${build(0)}`)}  ok `)
    expect(out).toContain(`${name(`1.1.0-${build(1)}`)}  failed `)
    expect(out).toContain('smoke: its screens: it threw')
    expect(JSON.parse((await release('evidence', '--json')).out)).toMatchObject({
      evidence: [{ evidence: { result: 'ok' } }, { evidence: { result: 'failed' } }],
    })

    addEvidence(store, [{ ...failed, result: 'ok', failures: [] }], ines)
    const { entries, broken } = readLog(store)
    expect(broken).toBeNull()
    expect(entries.slice(-2).map(({ by, action, reason, changes }) => ({ by, action, reason, changes }))).toEqual([
      {
        by: 'ines',
        action: 'evidence',
        reason: '2 pairs, 1 failed',
        changes: [
          { part: name(`1.0.0-${build(0)}`), from: null, to: 'ok' },
          { part: name(`1.1.0-${build(1)}`), from: null, to: 'failed' },
        ],
      },
      {
        by: 'ines',
        action: 'evidence',
        reason: '1 pair, 0 failed',
        changes: [{ part: name(`1.1.0-${build(1)}`), from: 'failed', to: 'ok' }],
      },
    ])
  })

  it('refuses evidence of what is not published here, or of other bytes, and takes nothing of the file', async () => {
    const elsewhere = { ...good, remote: { ...good.remote, artifact: `9.9.9-${build(9)}` } }
    const other = { ...good, shell: { ...good.shell, descriptor: '0'.repeat(64) } }
    const { code, err } = await release('evidence', 'add', fileOf(good, elsewhere, other))
    expect(code).toBe(1)
    expect(err).toMatch(
      /drivers, skew: drivers@9\.9\.9-9{12} is not published here\n.*shell, skew: shell@1\.0\.0-0{12} is published here with other bytes/,
    )
    expect(existsSync(join(store.folder, 'evidence'))).toBe(false)
  })

  it.each<[string, (one: Evidence) => object, string]>([
    [
      'a result of ok with failures',
      (one) => ({ ...one, result: 'ok' }),
      'evidence.0.failures: must be empty when the result is ok',
    ],
    ['no test that ran', (one) => ({ ...one, tests: [] }), 'evidence.0.tests'],
    [
      'no hash of a descriptor',
      ({ remote: { part, artifact }, ...one }) => ({ ...one, remote: { part, artifact } }),
      'evidence.0.remote.descriptor',
    ],
    [
      'a path instead of an artifact',
      ({ remote, ...one }) => ({ ...one, remote: { ...remote, artifact: '../../keys/x' } }),
      'evidence.0.remote.artifact',
    ],
    ['another shell', ({ shell, ...one }) => ({ ...one, shell: { ...shell, part: 'users' } }), 'evidence.0.shell.part'],
  ])('refuses %s, and names the field', async (_, change, field) => {
    expect(await release('evidence', 'add', fileOf(change(failed)))).toMatchObject({
      code: 1,
      err: expect.stringContaining(field) as string,
    })
  })

  it('refuses while the releases are frozen', () => {
    freeze(store, { by: 'mara', reason: 'audit week' })
    expect(() => addEvidence(store, [good], ines)).toThrow(/frozen by mara since .*: audit week/)
  })

  it('is what it says it is: no release could be read from it', () => {
    expect(evidence.safeParse({ ...good, kind: undefined }).success).toBe(false)
    expect(evidence.safeParse({ ...good, number: 1 }).success).toBe(false)
  })
})
