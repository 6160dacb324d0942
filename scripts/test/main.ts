import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findTestBrowser } from '../workspace/browser.ts'
import { root } from '../workspace/parts.ts'

type Count = { passed: number; failed: string[]; unsteady: string[] }

type UnitReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type BrowserSuite = {
  specs?: {
    file: string
    title: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: BrowserSuite[]
}
type BrowserReport = { stats: { expected: number; flaky: number }; suites: BrowserSuite[] }

const log = (line: string) => void process.stdout.write(`${line}\n`)
const results = join(root, 'node_modules', '.cache', 'test-results')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

function run(
  command: string,
  args: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

// Who reads of a run elsewhere has the end of its log: the reason stands beside the name.
const withReason = (name: string, reason = '') =>
  [name, ...stripVTControlCharacters(reason).split('\n', 12)].filter((line) => line.trim() !== '').join('\n      ')

const one = (name: string, ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? [] : [name], unsteady: [] })

/** A run that failed without a failed test (it crashed, or ran nothing) counts as one failure. */
const counted = (name: string, ok: boolean, passed: number, failed: string[], unsteady: string[] = []): Count => ({
  passed,
  unsteady,
  failed: failed.length > 0 || (ok && passed > 0) ? failed : [`${name}: it ended without saying which test failed`],
})

const npmRun = (script: string) => run('npm', ['run', '--silent', script])

const lint = async () => {
  const oks = await Promise.all(['lint:code', 'lint:format', 'lint:imports'].map(npmRun))
  return one('lint', oks.every(Boolean))
}
const types = async () => one('types', await npmRun('types'))

async function unit() {
  const file = join(results, 'unit.json')
  const unhandledFile = join(results, 'unhandled-errors.json')
  const reporters = ['default', 'json', './scripts/test/unhandled-errors.ts'].map((name) => `--reporter=${name}`)
  const ok = await run(bin('vitest'), ['run', ...reporters, `--outputFile.json=${file}`], {
    env: { UNHANDLED_ERRORS_FILE: unhandledFile },
  })
  const report = readJson(file) as UnitReport | null
  const unhandled = (readJson(unhandledFile) as string[] | null) ?? []
  const files = (report?.testResults ?? []).map(({ name, status, assertionResults }) => {
    const named = (tests: typeof assertionResults) =>
      tests.map(({ fullName, failureMessages }) =>
        withReason(`${relative(root, name)}: ${fullName}`, failureMessages[0]),
      )
    const failed = named(assertionResults.filter((test) => test.status === 'failed'))
    return {
      failed: failed.length > 0 || status !== 'failed' ? failed : [relative(root, name)],
      // What a first try failed by stays with a test that passed.
      unsteady: named(assertionResults.filter((test) => test.status === 'passed' && test.failureMessages.length > 0)),
    }
  })
  return counted(
    'unit',
    ok,
    report?.numPassedTests ?? 0,
    [
      ...files.flatMap(({ failed }) => failed),
      ...unhandled.map((error) => withReason('unit: thrown outside of every test', error)),
    ],
    files.flatMap(({ unsteady }) => unsteady),
  )
}

const endedAs = (ending: 'unexpected' | 'flaky', { specs = [], suites = [] }: BrowserSuite): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === ending)
      .map(({ projectName, results }) =>
        withReason(`[${projectName}] ${file}: ${title}`, results.find(({ error }) => error)?.error?.message),
      ),
  ),
  ...suites.flatMap((suite) => endedAs(ending, suite)),
]

async function browser() {
  const file = join(results, 'browser.json')
  const env = { CHROMIUM_PATH: findTestBrowser(log), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ok = await run(join(root, 'e2e/node_modules/.bin/playwright'), ['test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env,
  })
  const report = readJson(file) as BrowserReport | null
  const { stats = { expected: 0, flaky: 0 }, suites = [] } = report ?? {}
  return counted(
    'browser',
    ok,
    stats.expected + stats.flaky,
    endedAs('unexpected', { suites }),
    endedAs('flaky', { suites }),
  )
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const steps = { lint, types, unit, browser }
// Also the tests that take long, in files `*.long.test.ts` and `*.long.spec.ts`.
const all = process.argv.includes('--all')
if (all) process.env.TEST_LONG = '1'
const wanted = process.argv.slice(2).filter((argument) => argument !== '--all')
const unknown = wanted.filter((name) => !(name in steps))
if (unknown.length > 0) {
  process.stderr.write(
    `test: there is no step "${unknown.join('", "')}"; the steps are ${Object.keys(steps).join(', ')}\n`,
  )
  process.exit(2)
}

async function timed(name: string, step: () => Promise<Count>): Promise<Count> {
  const began = Date.now()
  log(`\n== ${name}`)
  const count = await step()
  log(`== ${name}: ${count.failed.length === 0 ? 'ok' : 'failed'} in ${Math.round((Date.now() - began) / 1000)} s`)
  return count
}

const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const chosen = Object.entries(steps).filter(([name]) => isWanted(name))
// Each of the first two computes in processes of its own, and says nothing when all is well.
const parallel = chosen.filter(([name]) => name === 'lint' || name === 'types')
const counts = await Promise.all(parallel.map(([name, step]) => timed(name, step)))
for (const [name, step] of chosen.slice(parallel.length)) counts.push(await timed(name, step))

const failed = counts.flatMap((count) => count.failed)
const unsteady = counts.flatMap((count) => count.unsteady)
if (unsteady.length > 0) log(`\npassed on the second try only:\n${unsteady.map((name) => `  ${name}`).join('\n')}`)
if (failed.length > 0) log(`\nfailed:\n${failed.map((name) => `  ${name}`).join('\n')}`)
log(`\n${counts.reduce((total, { passed }) => total + passed, 0)} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
