import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { line } from './found.ts'
import { findBase, fitting, withoutImports } from './prove.ts'
import { faultsOf, partFailures, readQuarantine, type Quarantined } from './quarantine.ts'

const now = new Date('2026-02-28T23:30:00Z')
const one = (over: Partial<Quarantined> = {}): Quarantined => ({
  test: 'server/a.test.ts: works',
  reason: 'flickers when the disk is slow',
  until: '2026-03-01',
  ...over,
})

describe('the quarantine', () => {
  it('takes up to ten tests with a reason, until a day within a week', () => {
    expect(faultsOf([], now)).toEqual([])
    expect(
      faultsOf(
        Array.from({ length: 10 }, () => one()),
        now,
      ),
    ).toEqual([])
    expect(faultsOf([one({ until: '2026-02-28' }), one({ until: '2026-03-07' })], now)).toEqual([])
  })

  it.each<[string, Quarantined[]]>([
    ['it names 11 tests', Array.from({ length: 11 }, () => one())],
    ['has no reason', [one({ reason: ' ' })]],
    ['the day of "server/a.test.ts: works" has passed', [one({ until: '2026-02-27' })]],
    ['more than 7 days away', [one({ until: '2026-03-08' })]],
    ['is no day such as 2026-03-07', [one({ until: 'soon' })]],
  ])('fails the run when %s', (fault, quarantine) => {
    expect(faultsOf(quarantine, now).map(({ reason }) => reason)).toContainEqual(expect.stringContaining(fault))
  })

  it('keeps its failures from counting, and no other', () => {
    const [quarantined, other] = ['server/a.test.ts: works', 'server/a.test.ts: works too'].map((name) => ({
      name,
      reason: 'expected 1',
    }))
    expect(
      partFailures(
        [quarantined, other].flatMap((test) => test ?? []),
        [one()],
      ),
    ).toEqual({
      counted: [other],
      printed: [quarantined],
    })
  })

  it('is in order as it stands', () => {
    expect(faultsOf(readQuarantine(), new Date())).toEqual([])
  })
})

it('a test file that only imports otherwise is not new', () => {
  const test = "it('adds', () => expect(1 + 1).toBe(2))\n"
  const before = `import { expect, it } from 'vitest'\nimport type { A } from './a.ts'\n\n${test}`
  const after = `import {\n  expect,\n  it,\n} from 'vitest'\nimport './b.ts'\n${test}`
  expect(withoutImports(before)).toBe(withoutImports(after))
  expect(withoutImports(before.replace('toBe(2)', 'toBe(3)'))).not.toBe(withoutImports(after))
})

it('a base that is no commit is refused by name', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('CI_BASE', 'yesterday')
  expect(findBase).toThrow('CI_BASE: "yesterday" is no commit of this clone')
  vi.stubEnv('CI_BASE', 'HEAD')
  expect(findBase()).toMatch(/^[0-9a-f]{40}$/)
})

it('a round of new tests has what fits into the time that is left, the least tried first', () => {
  const files = [
    { file: 'slow', seconds: 300, tried: 1 },
    { file: 'often', seconds: 2, tried: 5 },
    { file: 'quick', seconds: 2, tried: 1 },
  ]
  const names = (left: number) => fitting(files, left).map(({ file }) => file)
  expect(names(900)).toEqual(['quick', 'slow', 'often'])
  expect(names(100)).toEqual(['quick'])
  expect(names(60)).toEqual([])
})

it('a failure stands in the log in at most twelve lines, without colours', () => {
  const reason = `\u001B[31mred\u001B[39m\n${'more\n'.repeat(20)}`
  expect(line({ name: 'a', reason }).split('\n')).toEqual([
    'a',
    '      red',
    ...Array.from({ length: 11 }, () => '      more'),
  ])
})
