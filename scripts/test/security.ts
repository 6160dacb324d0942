import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../workspace/parts.ts'

type Report = {
  testResults: {
    name: string
    assertionResults: {
      status: string
      title: string
      ancestorTitles: string[]
      meta?: { tried?: number; deviations?: number }
    }[]
  }[]
}
type Row = { table: string; title: string; right: number; tried: number }

const log = (line: string) => void process.stdout.write(`${line}\n`)
const file = join(root, 'node_modules/.cache/test-results/security.json')
const fixedSeed = 19
const folder = 'src/testing/security/'
/** The files whose inputs follow from the seed; the others try all there is. */
const generated = ['generated-', 'raw-http'].map((file) => folder + file)

/** Each test of a run: how much it tried, and how much of that was right. A test that counts nothing is one. */
function run(seed: number, files: string[]): Row[] {
  rmSync(file, { force: true })
  const args = ['run', '--project', 'server', '--project', 'federation', ...files, '--retry', '0']
  spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TEST_SECURITY: '1', SECURITY_SEED: String(seed) },
    },
  )
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : { testResults: [] }
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.length === 0
      ? [{ table: name, title: 'the file itself', right: 0, tried: 1 }]
      : assertionResults.map(({ status, title, ancestorTitles, meta: { tried = 1, deviations = 0 } = {} }) => {
          const wrong = Math.max(deviations, status === 'passed' ? 0 : 1)
          return { table: ancestorTitles[0] ?? name, title, right: tried - wrong, tried }
        }),
  )
}

const sum = (rows: Row[], of: 'right' | 'tried') => rows.reduce((total, row) => total + row[of], 0)

const { values } = parseArgs({ options: { seed: { type: 'string' } } })
if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
  process.stderr.write(`test:security: --seed "${values.seed}" is no whole number of up to nine digits\n`)
  process.exit(2)
}
const seeds = values.seed === undefined ? [fixedSeed, randomInt(1e9)] : [Number(values.seed)]
log(`Seeds: ${seeds.join(', ')}; npm run test:security -- --seed N repeats one.`)
const runs = seeds.map((seed, index) => ({ seed, rows: run(seed, index === 0 ? [folder] : generated) }))
for (const { seed, rows } of runs) {
  log(`\nSeed ${seed}`)
  for (const table of new Set(rows.map((row) => row.table))) {
    const own = rows.filter((row) => row.table === table)
    log(`${table}: ${sum(own, 'right')}/${sum(own, 'tried')}`)
    for (const { title, right, tried } of own) if (right < tried) log(`  not held: ${title}: ${right}/${tried}`)
  }
}
const all = runs.flatMap(({ rows }) => rows)
log(`\n${sum(all, 'right')}/${sum(all, 'tried')} held`)
process.exit(all.length > 0 && sum(all, 'right') === sum(all, 'tried') ? 0 : 1)
