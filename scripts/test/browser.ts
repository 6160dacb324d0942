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

const longFiles = '\\.long\\.spec'

/**
 * Runs the long files after all others, when they begin within `ms` of this process: CI ends a run after 90 minutes. On
 * a machine that is too slow for them they are named as skipped.
 */
export async function browserWithin(ms: number): Promise<Found> {
  const found = await browser(['--grep-invert', longFiles])
  const minutes = Math.round(performance.now() / 60_000)
  if (performance.now() > ms) {
    const reason = `no room: this machine took ${minutes} minutes for all others`
    return { ...found, skipped: [...found.skipped, { name: 'e2e/**/*.long.spec.ts', reason }] }
  }
  const long = await browser(['--grep', longFiles], 'browser-long')
  return {
    passed: found.passed + long.passed,
    failed: [...found.failed, ...long.failed],
    skipped: [...found.skipped, ...long.skipped],
    files: [...found.files, ...long.files],
  }
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
