import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTestBrowser } from '../workspace/browser.ts'
import { root } from '../workspace/parts.ts'

type Suite = { title: string; specs?: { title: string; ok: boolean }[]; suites?: Suite[] }

const log = (line: string) => void process.stdout.write(`${line}\n`)
const file = join(root, 'node_modules/.cache/test-results/faults.json')

/** Each group of tests, with the tests of it that survived and all of them. */
function groups({ title, specs = [], suites = [] }: Suite, above = ''): [name: string, ok: number, all: number][] {
  const name = [above, title].filter(Boolean).join(', ')
  const own: [string, number, number][] =
    specs.length > 0 ? [[name, specs.filter(({ ok }) => ok).length, specs.length]] : []
  return [...own, ...suites.flatMap((suite) => groups(suite, name))]
}

const failed = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => title),
  ...suites.flatMap(failed),
]

const began = Date.now()
const seed = process.env.FAULT_SEED || String(2 + Math.floor(Math.random() * 1_000_000))
// Each fault is tried once: one that passes now and then is not survived.
spawnSync(
  join(root, 'e2e/node_modules/.bin/playwright'),
  ['test', 'faults', '--retries', '0', '--workers', '6', '--reporter=list,json', ...process.argv.slice(2)],
  {
    cwd: join(root, 'e2e'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      TEST_FAULTS: '1',
      FAULT_SEED: seed,
      CHROMIUM_PATH: findTestBrowser(log),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  },
)
const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { suites: Suite[] }) : { suites: [] }
const rows = report.suites.flatMap((suite) => groups(suite))
for (const [name, ok, all] of rows) log(`${name}: ${ok}/${all}`)
log('')
// A group is called after its file and, in it, after the remote that goes wrong.
for (const remote of new Set(rows.map(([name]) => name.split(', ')[1] ?? name))) {
  const own = rows.filter(([name]) => (name.split(', ')[1] ?? name) === remote)
  log(`${remote}: ${own.reduce((sum, [, ok]) => sum + ok, 0)}/${own.reduce((sum, [, , all]) => sum + all, 0)}`)
}
for (const name of report.suites.flatMap(failed)) log(`  not survived: ${name}`)
const sum = (at: 1 | 2) => rows.reduce((total, row) => total + row[at], 0)
log(
  `\n${sum(1)}/${sum(2)} survived, ${Math.round((Date.now() - began) / 60_000)} minutes; drawn with FAULT_SEED=${seed}`,
)
process.exit(sum(2) > 0 && sum(1) === sum(2) ? 0 : 1)
