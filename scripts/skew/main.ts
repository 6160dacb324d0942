import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addEvidence,
  findBuild,
  pairName,
  planPin,
  readApi,
  openInstallation,
  skewMatrix,
  type ReleaseStore,
  importBuilds,
  nameOfActor,
  type Evidence,
} from '@interline/federation/release'
import { artifactFolder, type Descriptor } from '@interline/federation/schema'
import { freePorts } from '../product/ports.ts'
import { stopProcesses } from '../product/processes.ts'
import { runBrowserTests } from './browser-tests.ts'
import { parseOptions, usage, UsageError, type SkewOptions } from './command.ts'
import { judge } from './judge.ts'
import { stageRounds, type Scratch } from './scratch.ts'
import { nameOfApi, startScratch } from './start.ts'
import { testsVersion } from './tests-version.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const dataDir = process.env.DATA_DIR || '.data'
let by = ''
let scratch: Scratch | undefined

async function end(code: number): Promise<never> {
  await stopProcesses()
  if (scratch) rmSync(scratch.folder, { recursive: true, force: true })
  process.exit(code)
}

/** The builds that pins mean; what is only in a team's store is fetched, unless nothing is to be tried. */
async function buildsOf(store: ReleaseStore, { pins, dryRun }: SkewOptions): Promise<Descriptor[]> {
  const downloads = mkdtempSync(join(tmpdir(), 'interline-skew-builds-'))
  try {
    const found = []
    for (const wanted of pins) found.push(await findBuild(store, wanted, downloads, { offline: false }))
    if (!dryRun) await importBuilds(store, found, by)
    return found.map(({ descriptor }) => descriptor)
  } finally {
    rmSync(downloads, { recursive: true })
  }
}

/** Which releases are tried, and which pairs no release could pin. */
function plan(store: ReleaseStore, builds: Descriptor[]) {
  const { live, next } = planPin(store, builds, { reason: 'skew matrix', by })
  const { rounds, unfit } = skewMatrix(live, next)
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
  return rounds
}

/** Releases the rounds by themselves, serves them, and looks at them in a browser. */
async function run(
  store: ReleaseStore,
  rounds: ReturnType<typeof plan>,
  { api: given, port }: SkewOptions,
): Promise<Evidence[]> {
  const names = [...new Set(rounds.flatMap(({ remotes }) => remotes.map(({ name }) => name)))]
  const taken = await freePorts(rounds.length + names.length + 1, port)
  const at = (index: number) => taken[index] ?? 0
  const remotes = Object.fromEntries(names.map((name, index) => [name, at(rounds.length + index)]))
  const ports = { shells: taken.slice(0, rounds.length), remotes, api: at(rounds.length + names.length) }
  scratch = stageRounds(store, rounds, {
    shell: (round) => `http://localhost:${at(round)}`,
    remote: (name) => `http://localhost:${remotes[name] ?? 0}`,
  })
  const { api, session } = await startScratch(scratch, ports, given)
  const known = await readApi(api)
  const results = await runBrowserTests(scratch, session, log)
  return judge(rounds, results, {
    known,
    testsVersion: testsVersion(),
    api: nameOfApi(given),
    at: new Date().toISOString(),
    by,
  })
}

function logEvidence(evidence: Evidence[]) {
  for (const one of evidence) {
    log(`${one.result === 'ok' ? 'ok    ' : 'FAILED'} ${pairName(one)}, ${one.tests.length} tests`)
    for (const { test, reason } of one.failures) log(`         ${test}: ${reason.replaceAll('\n', '\n           ')}`)
    for (const line of one.notTried) log(`         not tried: ${line}`)
  }
}

async function main() {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) return void log(usage)
  const store = openInstallation(dataDir)
  by = nameOfActor(process.env)
  const rounds = plan(store, await buildsOf(store, options))
  if (options.dryRun) return void log('nothing was tried')
  const evidence = await run(store, rounds, options)
  logEvidence(evidence)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ evidence }, null, 2)}\n`)
  addEvidence(store, evidence, { by })
  const failed = evidence.filter(({ result }) => result === 'failed').length
  log(`${evidence.length} ${evidence.length === 1 ? 'pair' : 'pairs'} tried, ${failed} failed; stored as evidence`)
  return end(failed === 0 ? 0 : 1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(1))
try {
  await main()
} catch (error) {
  process.stderr.write(`skew: ${error instanceof Error ? error.message : String(error)}\n`)
  await end(error instanceof UsageError ? 2 : 1)
}
