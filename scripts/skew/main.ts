import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  findBuild,
  openInstallation,
  pairName,
  pinsOf,
  planManifest,
  planPin,
  readApi,
  readManifest,
  skewMatrix,
  stepsOf,
  type Found,
  type ReleaseStore,
  type SkewReport,
} from '@interline/federation/release'
import { artifactFolder, type Descriptor } from '@interline/federation/schema'
import { freePorts } from '../product/ports.ts'
import { stopProcesses } from '../product/processes.ts'
import { runBrowserTests } from './browser-tests.ts'
import { parseOptions, usage, UsageError, type SkewOptions } from './command.ts'
import { judge } from './judge.ts'
import { stageRounds } from './scratch.ts'
import { startScratch } from './start.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const dataDir = process.env.DATA_DIR || '.data'
const folder = mkdtempSync(join(tmpdir(), 'interline-skew-'))

async function end(code: number): Promise<never> {
  await stopProcesses()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

/**
 * The releases that are tried, and the pairs that no release could pin; what is only in a team's store is downloaded.
 */
async function plan(store: ReleaseStore, { pins, manifest: file }: SkewOptions) {
  const manifest = file === undefined ? undefined : readManifest(file)
  const found: Found[] = []
  for (const wanted of manifest ? pinsOf(manifest) : pins)
    found.push(await findBuild(store, wanted, join(folder, 'downloads'), { offline: false }))
  const builds = found.map(({ descriptor }) => descriptor)
  const intent = { reason: 'skew matrix', by: 'npm run skew' }
  // A part that is off is no pair, and needs no base here.
  const planned = manifest && planManifest(store, builds, { ...manifest, off: {} }, intent)
  const steps = planned ? stepsOf(planned) : [planPin(store, manifest ? [] : builds, intent)]
  const matrices = steps.map(({ live, next }) => skewMatrix(live, next))
  const rounds = matrices.flatMap((one) => one.rounds)
  const unfit = matrices.flatMap((one) => one.unfit)
  for (const [index, { shell, remotes }] of rounds.entries()) {
    log(
      `round ${index + 1}: shell@${artifactFolder(shell)} with ${remotes.map((one) => `${one.name}@${artifactFolder(one)}`).join(', ')}`,
    )
  }
  for (const { shell, remote, reasons } of unfit)
    log(
      `never together: ${remote.name}@${artifactFolder(remote)} with shell@${artifactFolder(shell)}: ${reasons.join('; ')}`,
    )
  if (rounds.length === 0) throw new Error('there is no remote to try')
  const folderOf = (one: Descriptor) =>
    found.find(({ descriptor }) => descriptor === one)?.folder ?? store.artifactPath(one)
  return { rounds, folderOf }
}

/** Releases the rounds by themselves, serves them, and looks at them in a browser. */
async function run(
  store: ReleaseStore,
  { rounds, folderOf }: Awaited<ReturnType<typeof plan>>,
  { api: given, port }: SkewOptions,
): Promise<SkewReport> {
  const names = [...new Set(rounds.flatMap(({ remotes }) => remotes.map(({ name }) => name)))]
  const taken = await freePorts(rounds.length + names.length + 1, port)
  const at = (index: number) => taken[index] ?? 0
  const remotes = Object.fromEntries(names.map((name, index) => [name, at(rounds.length + index)]))
  const ports = { shells: taken.slice(0, rounds.length), remotes, api: at(rounds.length + names.length) }
  const scratch = stageRounds(folder, store, rounds, folderOf, {
    shell: (round) => `http://localhost:${at(round)}`,
    remote: (name) => `http://localhost:${remotes[name] ?? 0}`,
  })
  const { api, session } = await startScratch(scratch, ports, given)
  const known = await readApi(api)
  const results = await runBrowserTests(scratch, session, log)
  return { schema: 1, pairs: judge(rounds, results, { known, at: new Date().toISOString() }) }
}

function logReport({ pairs }: SkewReport) {
  for (const one of pairs) {
    log(`${one.result === 'ok' ? 'ok    ' : 'FAILED'} ${pairName(one)}, ${one.tests.length} tests`)
    for (const { test, reason } of one.failures) log(`         ${test}: ${reason.replaceAll('\n', '\n           ')}`)
    for (const line of one.notTried) log(`         not tried: ${line}`)
  }
}

async function main() {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) return void log(usage)
  const store = openInstallation(dataDir, process.env)
  const planned = await plan(store, options)
  if (options.dryRun) return void log('nothing was tried')
  const report = await run(store, planned, options)
  logReport(report)
  if (options.report !== undefined) writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`)
  const { length: tried } = report.pairs
  const failed = report.pairs.filter(({ result }) => result === 'failed').length
  log(`${tried} ${tried === 1 ? 'pair' : 'pairs'} tried, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(1))
try {
  await end((await main()) ?? 0)
} catch (error) {
  process.stderr.write(`skew: ${error instanceof Error ? error.message : String(error)}\n`)
  await end(error instanceof UsageError ? 2 : 1)
}
