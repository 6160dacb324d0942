import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'
import { rulesOf } from './spec-rules.ts'

type Row = { id: string; text: string; tests: { file: string; title: string }[] }

const page = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')

const rows: Row[] = [...page.matchAll(/^\| (\d\.\d+) \| (.+) \| (.+) \|$/gm)].map(
  ([, id = '', text = '', tests = '']) => ({
    id,
    text,
    tests: tests.split('<br>').map((test) => {
      const [, file = '', title = ''] = test.match(/^\[.+?\]\(\.\.\/(.+?)\): (.+)$/) ?? []
      return { file, title }
    }),
  }),
)

/** Whether a file has a test of this title, as it is written in the code. */
function hasTest(file: string, title: string): boolean {
  const path = join(root, file)
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(path)) return false
  const code = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => {
    const at = code.indexOf(`${quote}${title}${quote},`)
    return at > 0 && /(\(|\n +)$/.test(code.slice(0, at))
  })
}

describe('docs/spec-coverage.md', () => {
  it.each(rows)('rule $id names tests that are there', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter(({ file, title }) => !hasTest(file, title))).toEqual([])
  })

  it('names only tests that name a paragraph of the specification', () => {
    expect(rows.flatMap(({ tests }) => tests).filter(({ title }) => !/^§[1-9] /.test(title))).toEqual([])
  })

  it('would notice a test that is gone', () => {
    expect(hasTest('e2e/layout/layout.spec.ts', '§9 the footer shows the copyright year 2024')).toBe(true)
    expect(hasTest('e2e/layout/layout.spec.ts', '§9 the footer shows the copyright year 2025')).toBe(false)
    expect(hasTest('e2e/layout/none.spec.ts', '§9 the footer shows the copyright year 2024')).toBe(false)
  })

  // The specification lies beside the checkout where Interline is developed and where CI runs; the page quotes every
  // rule of it.
  const spec = resolve(root, '../shared/SPEC.md')
  if (!existsSync(spec)) process.stdout.write(`skipped: there is no ${spec} to compare the quoted rules with\n`)
  it.skipIf(!existsSync(spec))('quotes every rule of the specification, and no other', () => {
    expect(rows.map(({ id, text }) => ({ id, text }))).toEqual(rulesOf(readFileSync(spec, 'utf8')))
  })
})
