import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'
import { hasTest, testsOf } from './has-test.ts'

const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

const promises = [...textOf('docs/security-promises.md').matchAll(/^\| (.+) \| (\[.+) \|$/gm)].map(
  ([, promise = '', tests = '']) => ({ promise, tests: testsOf(tests) }),
)

describe('docs/security-promises.md', () => {
  it('has promises', () => expect(promises.length).toBeGreaterThan(30))

  it.each(promises)('names tests that are there: $promise', ({ tests }) => {
    expect(tests.filter((test) => !hasTest(test))).toEqual([])
  })
})

describe('docs/asvs.md', () => {
  const rows = [
    ...textOf('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) \| .+ \| (yes|partly|no|does not apply) \| .+ \|$/gm),
  ]

  it('says of each of the 70 requirements of level 1 how it is met', () => {
    expect(new Set(rows.map(([, id]) => id)).size).toBe(70)
    expect(rows.length).toBe(70)
  })

  it('counts them', () => {
    const count = (state: string) => rows.filter(([, , of]) => of === state).length
    expect(textOf('docs/asvs.md')).toContain(
      `met ${count('yes')}, in part ${count('partly')}, not met ${count('no')}, does not apply ${count('does not apply')}.`,
    )
  })
})
