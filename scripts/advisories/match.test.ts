import { describe, expect, it } from 'vitest'
import { advisorySchema, daysFor } from './advisory.ts'
import { matchAdvisory } from './match.ts'
import { semverAdvisory } from './testing/semver-advisory.ts'

const locked = (name: string, ...versions: string[]) =>
  new Map([[name, versions.map((version) => ({ name, version, inProduct: true }))]])

function versionsFound(advisory: object, name: string, ...versions: string[]): string[] {
  const found = matchAdvisory(advisorySchema.parse(advisory), locked(name, ...versions))
  return versions.filter((version) => found.some((one) => one.version === version))
}

const about = (affected: object, more: object = {}) => ({
  id: 'TEST-1',
  affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, ...affected }],
  ...more,
})
const range = (...events: object[]) => about({ ranges: [{ type: 'SEMVER', events }] })

describe('an advisory', () => {
  it('with a range for each branch is about what is below the fix of its branch', () => {
    const all = ['5.7.1', '5.7.2', '6.0.0', '6.3.0', '6.3.1', '7.0.0', '7.5.1', '7.5.2-beta.1', '7.5.2', '7.8.6']
    expect(versionsFound(semverAdvisory, 'semver', ...all)).toEqual([
      '5.7.1',
      '6.0.0',
      '6.3.0',
      '7.0.0',
      '7.5.1',
      '7.5.2-beta.1',
    ])
    expect(versionsFound(semverAdvisory, 'semver-diff', ...all)).toEqual([])
    expect(matchAdvisory(advisorySchema.parse(semverAdvisory), locked('semver', '7.5.1'))).toEqual([
      {
        package: 'semver',
        version: '7.5.1',
        inProduct: true,
        severity: 'moderate',
        id: 'GHSA-c2qf-rxjj-qqgw',
        summary: 'semver vulnerable to Regular Expression Denial of Service',
        fixedIn: ['7.5.2'],
      },
    ])
  })

  it('may come back, end with the last version that has it, or at a limit, in whatever order', () => {
    const again = range({ fixed: '3.1.0' }, { introduced: '3.0.0' }, { introduced: '0' }, { fixed: '1.10.0' })
    expect(versionsFound(again, 'left-pad', '1.9.0', '1.10.0', '2.0.0', '3.0.0', '3.1.0')).toEqual(['1.9.0', '3.0.0'])
    const last = range({ introduced: '1.0.0' }, { last_affected: '1.2.0' })
    expect(versionsFound(last, 'left-pad', '0.9.9', '1.0.0', '1.2.0', '1.2.1')).toEqual(['1.0.0', '1.2.0'])
    expect(versionsFound(range({ introduced: '0' }, { limit: '2.0.0' }), 'left-pad', '1.0.0', '2.0.0')).toEqual([
      '1.0.0',
    ])
    expect(versionsFound(range({ introduced: '0' }), 'left-pad', '0.0.1')).toEqual(['0.0.1'])
  })

  it('may list versions, and says nothing by a range of commits', () => {
    const listed = about({ versions: ['1.0.0'], ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] })
    expect(versionsFound(listed, 'left-pad', '1.0.0', '1.0.1')).toEqual(['1.0.0'])
  })

  it('about every version, withdrawn, or about a package of that name elsewhere', () => {
    expect(versionsFound(about({}), 'left-pad', '1.0.0')).toEqual(['1.0.0'])
    expect(versionsFound(about({}, { withdrawn: '2026-01-01T00:00:00Z' }), 'left-pad', '1.0.0')).toEqual([])
    expect(versionsFound(about({ package: { ecosystem: 'PyPI', name: 'left-pad' } }), 'left-pad', '1.0.0')).toEqual([])
  })

  it('that names an impossible version of a package of ours is an error', () => {
    expect(() => versionsFound(range({ introduced: 'one' }), 'left-pad', '1.0.0')).toThrow('Invalid Version: one')
    expect(versionsFound(range({ introduced: 'one' }), 'right-pad', '1.0.0')).toEqual([])
  })

  it('about a malicious package is critical; one that nobody rated is treated as high', () => {
    const severity = (advisory: object) =>
      matchAdvisory(advisorySchema.parse(advisory), locked('left-pad', '1.0.0'))[0]?.severity
    expect(severity(about({}, { id: 'MAL-2026-1' }))).toBe('critical')
    expect(severity(about({}))).toBe('unknown')
    expect(['critical', 'high', 'unknown', 'moderate', 'low'].map(daysFor)).toEqual([7, 30, 30, 90, 90])
  })
})
