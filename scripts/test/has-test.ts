import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace/parts.ts'

export type NamedTest = { file: string; title: string }

/** The tests of a cell of a table: `[NAME](../FILE): TITLE`, parted by `<br>`. */
export const testsOf = (cell: string): NamedTest[] =>
  cell.split('<br>').map((test) => {
    const [, file = '', title = ''] = test.match(/^\[.+?\]\(\.\.\/(.+?)\): (.+)$/) ?? []
    return { file, title }
  })

// Those of the last folder are played for each remote by one spec file beside it.
const isTestFile = /\.(test|spec)\.tsx?$|^e2e\/faults\/tests\//

/** Whether a file has a test of this title, as it is written in the code. */
export function hasTest({ file, title }: NamedTest): boolean {
  const path = join(root, file)
  if (!isTestFile.test(file) || !existsSync(path)) return false
  const code = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => {
    const at = code.indexOf(`${quote}${title}${quote},`)
    return at > 0 && /(\(|\n +)$/.test(code.slice(0, at))
  })
}
