import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findTestBrowser } from '../workspace/browser.ts'
import { root } from '../workspace/parts.ts'
import { complete, type Found } from './found.ts'
import { results, run } from './run.ts'

type Suite = {
  specs?: {
    file: string
    title: string
    tests: {
      projectName: string
      status: string
      annotations: { type: string; description?: string }[]
      results: { duration: number; error?: { message?: string } }[]
    }[]
  }[]
  suites?: Suite[]
}

type Test = NonNullable<Suite['specs']>[number]['tests'][number] & { file: string; title: string }

const testsOf = ({ specs = [], suites = [] }: Suite): Test[] => [
  ...specs.flatMap(({ file, title, tests }) => tests.map((test) => ({ ...test, file, title }))),
  ...suites.flatMap(testsOf),
]

function foundBy(suites: Suite[]): Found {
  const found: Found = { passed: 0, failed: [], skipped: [], files: [] }
  const seconds = new Map<string, number>()
  for (const { file, title, projectName, status, annotations, results } of testsOf({ suites })) {
    const name = `[${projectName}] ${file}: ${title}`
    if (status === 'expected') found.passed += 1
    else if (status === 'skipped') {
      const skip = annotations.find(({ type }) => type === 'skip')
      found.skipped.push({ name, reason: skip ? (skip.description ?? '') : 'the run ended before it' })
    } else found.failed.push({ name, reason: results.find(({ error }) => error)?.error?.message ?? '' })
    const key = `e2e/${file}`
    seconds.set(key, (seconds.get(key) ?? 0) + results.reduce((sum, { duration }) => sum + duration, 0) / 1000)
  }
  found.files = [...seconds].map(([name, sum]) => ({ name, seconds: sum }))
  return found
}

/** Runs Playwright with these further arguments; `name` is that of its report. */
export async function browser(args: string[] = [], name = 'browser'): Promise<Found> {
  const file = join(results, `${name}.json`)
  rmSync(file, { force: true })
  const log = (line: string) => void process.stdout.write(`${line}\n`)
  const ok = await run(join(root, 'e2e/node_modules/.bin/playwright'), ['test', ...args, '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: { CHROMIUM_PATH: findTestBrowser(log), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { suites: Suite[] }) : null
  return complete(name, ok, report && foundBy(report.suites))
}
