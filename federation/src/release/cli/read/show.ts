import type { Command } from 'commander'
import { artifactFolder } from '../../../schema/index.ts'
import { notFetched } from '../../artifacts/not-fetched.ts'
import { canaryText, holdOf, runningCanary } from '../../canary/running-canary.ts'
import { diffOf, diffReleases } from '../../history/diff.ts'
import { bytesOf } from '../../store/pinned-parts.ts'
import { countFailures } from '../../store/failures.ts'
import { freezeText, readFreeze } from '../../audit/freeze.ts'
import { findArtifact } from '../../store/find-artifact.ts'
import { pinnedParts } from '../../store/pinned-parts.ts'
import { ReleaseError } from '../../report/release-error.ts'
import { diffText } from '../text/diff-text.ts'
import { descriptorText, releaseText } from '../text/show-text.ts'
import { failureLine, statusText } from '../text/status-text.ts'
import { kib, table } from '../text/output.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { liveRelease, liveSigned, openStore, wholeNumber } from '../text/options.ts'

export const addStatus = (program: Command, context: CommandContext) =>
  program
    .command('status')
    .option('--json', 'the live release as JSON')
    .description('what is live, and what pages told of parts that failed in it')
    .action(
      answering(context, () => {
        const store = openStore(context)
        const { release: live, signature } = liveSigned(store)
        const frozen = readFreeze(store)
        const failures = countFailures(store.state.failures.read()).filter(({ release }) => release === live.number)
        const canary = runningCanary(store)?.release
        const hold = canary ? holdOf(store, canary) : null
        const lines = [
          statusText(live),
          `signed by ${signature.publicKey}`,
          ...(canary ? [canaryText(canary, hold)] : []),
          ...failures.map(failureLine),
          ...(frozen ? [freezeText(frozen)] : []),
        ]
        return {
          text: lines.join('\n'),
          json: {
            ...live,
            signedBy: signature.publicKey,
            failures,
            canary: canary ? { release: canary.number, ...canary.canary, hold } : null,
          },
        }
      }),
    )

export const addList = (program: Command, context: CommandContext) =>
  program
    .command('list')
    .argument('[part]', 'one part; default: all')
    .option('--json')
    .description('published builds, which are live, which are fallbacks, and which are in their stores only')
    .action(
      answering(context, async (part: string | undefined) => {
        const store = openStore(context)
        const live = store.live()
        const known = [...new Set([...store.parts(), ...Object.keys({ ...store.stores(), ...store.origins() })])].sort()
        const { waiting, unread } = await notFetched(store, part === undefined ? known : [part], context.env)
        const isNowhere = part !== undefined && !store.parts().includes(part) && waiting.length + unread.length === 0
        if (isNowhere)
          throw new ReleaseError(
            `nothing is published under "${part}"; there is: ${store.parts().join(', ') || 'nothing'}`,
          )
        const same = (a: { version: string; build: string }, b: { version: string; build: string } | undefined) =>
          b !== undefined && artifactFolder(a) === artifactFolder(b)
        const builds = (part === undefined ? store.parts() : [part]).flatMap((name) =>
          store.artifacts(name).map((one) => ({
            part: name,
            artifact: artifactFolder(one),
            bytes: bytesOf(one),
            live: same(one, pinnedParts(live)[name]?.descriptor),
            fallback: same(one, live?.fallbacks[name]?.descriptor),
            off: live?.off[name] !== undefined,
          })),
        )
        const rows = builds.map((one) => [
          one.part,
          one.artifact,
          kib(one.bytes),
          one.live ? `live${one.off ? ', off' : ''}` : one.fallback ? 'fallback' : '',
        ])
        const others = waiting.map(({ part, artifact, store }) => [part, artifact, '', `not fetched, in ${store}`])
        return {
          text: table([...rows, ...others]).join('\n') || 'nothing is published',
          json: { builds, notFetched: waiting },
          refused: unread,
        }
      }),
    )

export const addShow = (program: Command, context: CommandContext) =>
  program
    .command('show')
    .argument('<what>', 'the number of a release, or PART@VERSION')
    .option('--json')
    .description('all of a release or of a published build')
    .action(
      answering(context, (what: string) => {
        const store = openStore(context)
        if (/^\d+$/.test(what)) {
          const release = store.readRelease(Number(what))
          return { text: releaseText(release), json: release }
        }
        const found = findArtifact(store, what)
        return { text: descriptorText(found).trimEnd(), json: found }
      }),
    )

export const addDiff = (program: Command, context: CommandContext) =>
  program
    .command('diff')
    .argument('[a]', 'a release; default: the one before', wholeNumber(1))
    .argument('[b]', 'a release; default: the live one', wholeNumber(1))
    .option('--json')
    .description('what is another in release B than in release A')
    .action(
      answering(context, (a: number | undefined, b: number | undefined) => {
        const store = openStore(context)
        const to = b === undefined ? liveRelease(store) : store.readRelease(b)
        const diff = a === undefined ? diffOf(store, to) : diffReleases(store.readRelease(a), to)
        return { text: diffText(diff), json: diff }
      }),
    )
