import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { root } from './parts.ts'

type Count = { passed: number; failed: number }

const say = (line: string) => void process.stdout.write(`${line}\n`)
const results = join(root, 'node_modules', '.cache', 'test-results')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

function run(command: string, args: string[], { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

const readJson = (file: string) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : null)

const one = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/** A run that failed without a failed test (it crashed, or ran nothing) counts as one failure. */
const counted = (ok: boolean, passed: number, failed: number): Count => ({ passed, failed: ok && passed > 0 ? failed : Math.max(failed, 1) })

async function lint() {
  return one(await run(bin('eslint'), ['.', '--max-warnings', '0', '--cache', '--cache-location', join(root, 'node_modules/.cache/eslint/')]))
}

async function types() {
  return one(await run(bin('tsc'), ['-p', '.']))
}

async function unit() {
  const file = join(results, 'unit.json')
  const ok = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const report = readJson(file)
  return counted(ok, Number(report?.numPassedTests ?? 0), Number(report?.numFailedTests ?? 0))
}

async function browser() {
  const file = join(results, 'browser.json')
  const env = { CHROMIUM_PATH: findBrowser(say), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ok = await run(join(root, 'e2e/node_modules/.bin/playwright'), ['test', '--reporter=list,json'], { cwd: join(root, 'e2e'), env })
  const stats = (readJson(file)?.stats ?? {}) as { expected?: number; unexpected?: number; flaky?: number }
  return counted(ok, stats.expected ?? 0, (stats.unexpected ?? 0) + (stats.flaky ?? 0))
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const steps = { lint, types, unit, browser }
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in steps))
if (unknown.length > 0) {
  process.stderr.write(`test: there is no step "${unknown.join('", "')}"; the steps are ${Object.keys(steps).join(', ')}\n`)
  process.exit(2)
}

const counts: Count[] = []
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const began = Date.now()
  say(`\n== ${name}`)
  const count = await step()
  counts.push(count)
  say(`== ${name}: ${count.failed === 0 ? 'ok' : 'failed'} in ${Math.round((Date.now() - began) / 1000)} s`)
}

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
say(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
