import { InvalidArgumentError, type Command } from 'commander'
import { getsCanary, positionOf } from '../../canary/group.ts'
import { canaryText, failuresOfCanary, holdOf, requireCanary, runningCanary } from '../../canary/running-canary.ts'
import { abortCanary, planCanary, planPromotion, planShare } from '../../plan/canary.ts'
import { diffReleases } from '../../history/diff.ts'
import { diffText } from '../text/diff-text.ts'
import { failureLine } from '../text/status-text.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { act, type ActOptions } from '../apply/act.ts'
import {
  expecting,
  liveRelease,
  manager,
  openStore,
  pinText,
  skewOption,
  usingNetwork,
  writing,
} from '../text/options.ts'

/** 0 to 100, with up to two digits after the point. */
function share(text: string): number {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text) || Number(text) > 100)
    throw new InvalidArgumentError('It must be a number from 0 to 100, such as 5 or 0.5.')
  return Number(text)
}

/** `release canary …`: a whole release for a share of the administrators, beside the live one. */
export function addCanary(program: Command, context: CommandContext) {
  const canary = program.command('canary').description('a whole release that a share of the administrators gets first')

  usingNetwork(expecting(skewOption(writing(canary.command('start')))), context)
    .argument('<pins...>', 'PART@VERSION, such as drivers@1.3.0', pinText)
    .requiredOption('--percent <number>', 'how many of 100 administrators get it', share)
    .description('check these parts and write a release with them beside the live one')
    .action(
      answering(context, (pins: string[], { percent, ...options }: ActOptions & { percent: number }) =>
        act(context, options, { pins, plan: (store, intent, parts) => planCanary(store, parts, percent, intent) }),
      ),
    )

  canary
    .command('status')
    .option('--admin <id>', 'also say which release this administrator gets')
    .option('--json')
    .description('which canary is running, for whom, what it changes, and what pages told of it')
    .action(
      answering(context, ({ admin }: { admin?: string }) => {
        const store = openStore(context)
        const running = runningCanary(store)?.release
        if (!running) return { text: 'no canary is running', json: { canary: null } }
        const hold = holdOf(store, running)
        const failures = failuresOfCanary(store, running)
        const diff = diffReleases(liveRelease(store), running)
        const isIn = (one: string) => hold === null && getsCanary(running.canary, { admin: one, left: null })
        const group =
          admin === undefined
            ? null
            : {
                admin,
                stand: positionOf(running.canary, admin),
                release: isIn(admin) ? running.number : store.liveNumber(),
              }
        const lines = [
          canaryText(running, hold),
          `${running.createdAt} by ${running.createdBy}: ${running.reason}`,
          ...(group ? [`${group.admin} gets release ${group.release ?? 0}: ${group.stand.toFixed(2)} of 100`] : []),
          ...failures.map(failureLine),
          diffText(diff),
        ]
        return {
          text: lines.join('\n'),
          json: {
            canary: { release: running.number, ...running.canary, hold, ...(group && { group }) },
            failures,
            diff,
          },
        }
      }),
    )

  writing(canary.command('percent').argument('<number>', 'how many of 100 administrators get it', share))
    .description('give it another share; takes it off hold')
    .action(
      answering(context, (percent: number, options: ActOptions) =>
        act(context, { ...options, offline: true }, { plan: (store, intent) => planShare(store, percent, intent) }),
      ),
    )

  usingNetwork(expecting(writing(canary.command('promote'))), context)
    .description('write a new release with what the canary has and make it live for everybody')
    .action(
      answering(context, (options: ActOptions) =>
        act(context, options, { plan: (store, intent) => planPromotion(store, intent) }),
      ),
    )

  writing(canary.command('abort'))
    .description('end it: everybody gets the live release; works while the releases are frozen')
    .action(
      answering(context, ({ reason, dryRun = false }: ActOptions) => {
        const store = openStore(context)
        const by = manager(context)
        const { number: release } = requireCanary(store)
        if (!dryRun) abortCanary(store, { reason, by })
        return {
          text: `release ${release} ${dryRun ? 'would be' : 'is'} no canary any more; everybody gets release ${store.liveNumber() ?? 0}`,
          json: { aborted: release, dryRun },
        }
      }),
    )
}
