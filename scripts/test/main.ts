import { mkdirSync, rmSync } from 'node:fs'
import { browser, browserWithin } from './browser.ts'
import { firefox } from './firefox.ts'
import { line, one, type Found } from './found.ts'
import { findBase, prove } from './prove.ts'
import { faultsOf, partFailures, readQuarantine } from './quarantine.ts'
import { results, run } from './run.ts'
import { services } from './services.ts'
import { unit } from './unit.ts'

const log = (text: string) => void process.stdout.write(`${text}\n`)
const npmRun = (script: string) => run('npm', ['run', '--silent', script])

const steps = {
  lint: async () => {
    const oks = await Promise.all(
      ['lint:code', 'lint:format', 'lint:imports', 'lint:unused', 'lint:promises'].map(npmRun),
    )
    return one('lint', oks.every(Boolean))
  },
  types: async () => one('types', await npmRun('types')),
  unit: () => unit(),
  browser: () => (isNewProven && flags.includes('--all') ? browserWithin(longWithinMs) : browser()),
  firefox: () => firefox(),
}
/** The long files of the browser take as long as what was before them. */
const longWithinMs = 45 * 60_000
/** It runs with `--all`, or where it is named. */
const isLong = (name: string) => name === 'firefox'

// `--all`: also the tests that take long, in files `*.long.test.ts` and `*.long.spec.ts`. `--new`: what is new proves
// itself afterwards.
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = [
  ...wanted.filter((name) => !(name in steps)),
  ...flags.filter((name) => !['--all', '--new'].includes(name)),
]
if (unknown.length > 0) {
  process.stderr.write(
    `test: there is no "${unknown.join('", "')}"; the steps are ${Object.keys(steps).join(', ')}, the flags --all, --new\n`,
  )
  process.exit(2)
}
if (flags.includes('--all')) process.env.TEST_LONG = '1'
const isNewProven = flags.includes('--new')
const base = isNewProven ? findBaseOrEnd() : ''

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const seconds: string[] = []

function findBaseOrEnd() {
  try {
    return findBase()
  } catch (error) {
    process.stderr.write(`test: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  }
}

async function timed(name: string, step: () => Promise<Found>): Promise<Found> {
  const began = Date.now()
  log(`\n== ${name}`)
  const found = await step()
  const took = `${name} ${Math.round((Date.now() - began) / 1000)} s`
  seconds.push(took)
  log(`== ${took}${found.failed.length === 0 ? '' : ', failed'}`)
  return found
}

const isChosen = (name: string) =>
  wanted.length === 0 ? flags.includes('--all') || !isLong(name) : wanted.includes(name)
const chosen = Object.entries(steps).filter(([name]) => isChosen(name))
const all: Found[] = []
if (process.env.REQUIRE_SERVICES === '1') all.push(await timed('services', services))
// Each of the first two computes in processes of its own, and says nothing when all is well.
const parallel = chosen.filter(([name]) => name === 'lint' || name === 'types')
all.push(...(await Promise.all(parallel.map(([name, step]) => timed(name, step)))))
for (const [name, step] of chosen.slice(parallel.length)) all.push(await timed(name, step))
const files = all.flatMap((found) => found.files)
if (isNewProven) all.push(await timed('new tests', () => prove(base, files, performance.now())))

const quarantine = readQuarantine()
const failures = all.flatMap(({ failed }) => failed)
const { counted, printed } = partFailures(failures, quarantine)
const failed = [...faultsOf(quarantine, new Date()), ...counted]
const skipped = all.flatMap((found) => found.skipped)
const list = (title: string, lines: string[]) => {
  if (lines.length > 0) log(`\n${title}:\n${lines.map((text) => `  ${text}`).join('\n')}`)
}

log(`\n${seconds.join(', ')}`)
list(
  'the slowest files',
  files
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map((file) => `${file.seconds.toFixed(1).padStart(6)} s  ${file.name}`),
)
for (const reason of new Set(skipped.map((test) => test.reason)))
  list(
    `skipped, ${reason || 'without a reason'}`,
    skipped.filter((test) => test.reason === reason).map(({ name }) => name),
  )
list('in quarantine, failed and not counted', printed.map(line))
list('failed', failed.map(line))
log(
  `\n${all.reduce((total, { passed }) => total + passed, 0)} passed, ${failed.length} failed, ${skipped.length} skipped`,
)
process.exit(failed.length === 0 ? 0 : 1)
