import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'
import { hasTest, testsOf, type NamedTest } from './has-test.ts'
import { rulesOf } from './spec-rules.ts'

type Row = { id: string; text: string; tests: NamedTest[] }

const page = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')

const rows: Row[] = [...page.matchAll(/^\| (\d\.\d+) \| (.+) \| (.+) \|$/gm)].map(
  ([, id = '', text = '', tests = '']) => ({
    id,
    text,
    tests: testsOf(tests),
  }),
)

describe('docs/spec-coverage.md', () => {
  it.each(rows)('rule $id names tests that are there', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((test) => !hasTest(test))).toEqual([])
  })

  it('names only tests that name a paragraph of the specification', () => {
    expect(rows.flatMap(({ tests }) => tests).filter(({ title }) => !/^§[1-9] /.test(title))).toEqual([])
  })

  it('would notice a test that is gone', () => {
    const title = '§9 the scroll-to-top button appears after 600 px and leads back to the top'
    expect(hasTest({ file: 'e2e/layout/layout.spec.ts', title })).toBe(true)
    expect(hasTest({ file: 'e2e/layout/layout.spec.ts', title: `${title}!` })).toBe(false)
    expect(hasTest({ file: 'e2e/layout/none.spec.ts', title })).toBe(false)
  })

  // The specification lies beside the checkout where Interline is developed and where CI runs; the page quotes every
  // rule of it.
  const spec = resolve(root, '../shared/SPEC.md')
  if (!existsSync(spec)) process.stdout.write(`skipped: there is no ${spec} to compare the quoted rules with\n`)
  it('quotes every rule of the specification, and no other', ({ skip }) => {
    skip(!existsSync(spec), 'SPEC.md does not lie beside this folder')
    expect(rows.map(({ id, text }) => ({ id, text }))).toEqual(rulesOf(readFileSync(spec, 'utf8')))
  })
})
