import { buildOf, lackingCalls, type readApi, type TriedPair } from '@interline/federation/release'
import type { RemoteDescriptor } from '@interline/federation/schema'
import type { SkewRound } from '@interline/federation/release'
import { isCallOf, misfit } from './answers.ts'
import type { Call, PageResult } from './browser-tests.ts'

type About = Pick<TriedPair, 'at'> & { known: Awaited<ReturnType<typeof readApi>> }
type Failure = TriedPair['failures'][number]

/** Makes of all results what a report says of each pair that was tried. */
export const judge = (rounds: SkewRound[], results: PageResult[], about: About): TriedPair[] =>
  rounds.flatMap((round, index) => {
    const own = results.filter(({ round: of }) => of === index)
    return round.remotes.map((remote) => judgePair(round, remote, own, about))
  })

function judgePair(
  { shell }: SkewRound,
  remote: RemoteDescriptor,
  results: PageResult[],
  { known, at }: About,
): TriedPair {
  const shellPages = results.filter((one) => one.remote === null)
  const own = results.filter((one) => one.remote === remote.name)
  const checks = [...shellPages, ...own].flatMap((page) => page.checks)
  const ran = checks.filter(({ state }) => state !== 'skipped')
  const failed = ran.filter(({ state }) => state === 'failed').map(({ title, reason }) => ({ test: title, reason }))
  const calls = own.flatMap((one) => one.calls)
  const judged = {
    'contract: the API has the calls of its descriptor': lackingCalls(remote, known),
    'contract: it calls what its descriptor names': undeclared(
      remote,
      calls,
      shellPages.flatMap((one) => one.calls),
    ),
    'contract: what it is answered fits the contract': unique(calls.flatMap((call) => misfit(call) ?? [])),
  }
  const untested = own.some((page) => page.checks.some(({ state }) => state !== 'skipped'))
    ? []
    : [{ test: 'smoke: its screens', reason: 'no test of it ran' }]
  const failures = [
    ...failed,
    ...untested,
    ...Object.entries(judged).flatMap(([test, reasons]) => reasons.map((reason) => ({ test, reason }))),
  ].map(shortened)
  return {
    shell: { ...buildOf(shell), part: 'shell' },
    remote: buildOf(remote),
    result: failures.length === 0 ? 'ok' : 'failed',
    failures: failures.slice(0, 50),
    tests: [...ran.map(({ title }) => title), ...Object.keys(judged)].map((title) => title.slice(0, 200)).slice(0, 200),
    notTried: checks
      .filter(({ state }) => state === 'skipped')
      .map(({ title, reason }) => `${title}: ${reason}`.slice(0, 400)),
    at,
  }
}

/** Calls that neither the descriptor names nor the shell makes without any remote. */
function undeclared({ requires }: RemoteDescriptor, calls: Call[], ofTheShell: Call[]): string[] {
  const shells = new Set(ofTheShell.map(({ method, path }) => `${method} ${path}`))
  const foreign = calls.filter(
    (call) => !shells.has(`${call.method} ${call.path}`) && !isCallOf(call, requires.backend),
  )
  return unique(foreign.map(({ method, path }) => `it calls ${method} ${path}, which its descriptor does not name`))
}

const unique = (lines: string[]) => [...new Set(lines)]
const shortened = ({ test, reason }: Failure): Failure => ({
  test: test.slice(0, 200),
  reason: reason.slice(0, 1000) || 'it gave no reason',
})
