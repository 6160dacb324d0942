import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { addEvidence, findBuild, pairName, planPin, readApi, ReleaseStore, skewMatrix, takeIn, type Evidence } from '@interline/federation/release'
import { artifactFolder, type Descriptor } from '@interline/federation/schema'
import { freePorts } from './ports.ts'
import { stopProcesses } from './processes.ts'
import { runBrowserTests } from './skew/browser-tests.ts'
import { understand, usage, WishError, type Wish } from './skew/command.ts'
import { judge } from './skew/judge.ts'
import { stageRounds, type Scratch } from './skew/scratch.ts'
import { nameOfApi, startScratch } from './skew/start.ts'
import { testsVersion } from './skew/tests-version.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const by = (process.env.RELEASE_MANAGER || userInfo().username).slice(0, 120)
let scratch: Scratch | undefined

async function end(code: number): Promise<never> {
  await stopProcesses()
  if (scratch) rmSync(scratch.folder, { recursive: true, force: true })
  process.exit(code)
}

/** The builds that pins mean; what is only in a team's store is fetched, unless nothing is to be tried. */
async function buildsOf(store: ReleaseStore, { pins, dryRun }: Wish): Promise<Descriptor[]> {
  const downloads = mkdtempSync(join(tmpdir(), 'interline-skew-builds-'))
  try {
    const found = []
    for (const wanted of pins) found.push(await findBuild(store, wanted, downloads, { offline: false }))
    if (!dryRun) await takeIn(store, found, by)
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
    say(`round ${index + 1}: shell@${artifactFolder(shell)} with ${remotes.map((one) => `${one.name}@${artifactFolder(one)}`).join(', ')}`)
  }
  for (const { shell, remote, reasons } of unfit) say(`never together: ${remote.name}@${artifactFolder(remote)} with shell@${artifactFolder(shell)}: ${reasons.join('; ')}`)
  if (rounds.length === 0) throw new Error('there is no remote to try')
  return rounds
}

/** Releases the rounds by themselves, serves them, and looks at them in a browser. */
async function run(store: ReleaseStore, rounds: ReturnType<typeof plan>, { api: given, port }: Wish): Promise<Evidence[]> {
  const names = [...new Set(rounds.flatMap(({ remotes }) => remotes.map(({ name }) => name)))]
  const taken = await freePorts(rounds.length + names.length + 1, port)
  const at = (index: number) => taken[index] ?? 0
  const remotes = Object.fromEntries(names.map((name, index) => [name, at(rounds.length + index)]))
  const ports = { shells: taken.slice(0, rounds.length), remotes, api: at(rounds.length + names.length) }
  scratch = stageRounds(store, rounds, { shell: (round) => `http://localhost:${at(round)}`, remote: (name) => `http://localhost:${remotes[name] ?? 0}` })
  const { api, session } = await startScratch(scratch, ports, given)
  const known = await readApi(api)
  const results = await runBrowserTests(scratch, session, say)
  return judge(rounds, results, { known, testsVersion: testsVersion(), api: nameOfApi(given), at: new Date().toISOString(), by })
}

function tell(evidence: Evidence[]) {
  for (const one of evidence) {
    say(`${one.result === 'ok' ? 'ok    ' : 'FAILED'} ${pairName(one)}, ${one.tests.length} tests`)
    for (const { test, reason } of one.failures) say(`         ${test}: ${reason.replaceAll('\n', '\n           ')}`)
    for (const line of one.notTried) say(`         not tried: ${line}`)
  }
}

async function main() {
  const wish = understand(process.argv.slice(2))
  if (wish.help) return void say(usage)
  const store = new ReleaseStore(process.env.DATA_DIR || '.data')
  const rounds = plan(store, await buildsOf(store, wish))
  if (wish.dryRun) return void say('nothing was tried')
  const evidence = await run(store, rounds, wish)
  tell(evidence)
  if (wish.json !== undefined) writeFileSync(wish.json, `${JSON.stringify({ evidence }, null, 2)}\n`)
  addEvidence(store, evidence, { by })
  const failed = evidence.filter(({ result }) => result === 'failed').length
  say(`${evidence.length} ${evidence.length === 1 ? 'pair' : 'pairs'} tried, ${failed} failed; stored as evidence`)
  return end(failed === 0 ? 0 : 1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(1))
try {
  await main()
} catch (error) {
  process.stderr.write(`skew: ${error instanceof Error ? error.message : String(error)}\n`)
  await end(error instanceof WishError ? 2 : 1)
}
