import type { Command } from 'commander'
import { planPin } from '../../plan/pin.ts'
import { planResign } from '../../plan/resign.ts'
import { planRollback } from '../../plan/rollback.ts'
import { planOff, planOn } from '../../plan/switch.ts'
import { act, type ActOptions } from '../apply/act.ts'
import { expecting, pinText, skewOption, someText, usingNetwork, wholeNumber, writing } from '../text/options.ts'
import { answering, type CommandContext } from '../text/output.ts'

export const addPin = (program: Command, context: CommandContext) =>
  usingNetwork(expecting(skewOption(writing(program.command('pin')))), context)
    .argument('<pins...>', 'PART@VERSION, such as drivers@1.3.0', pinText)
    .description('check these parts, write a new release with them and make it live')
    .action(
      answering(context, (pins: string[], options: ActOptions) =>
        act(context, options, { pins, plan: (store, intent, parts) => planPin(store, parts, intent) }),
      ),
    )

export const addRollback = (program: Command, context: CommandContext) =>
  expecting(writing(program.command('rollback'), 'the pins that it goes back to'))
    .argument('[parts...]', 'only these go back; default: all')
    .option('--to <number>', 'whose pins to take; default: the last release that had others', wholeNumber(1))
    .option('--http', 'download the files from their origins before')
    .option('--api <url>', 'the API whose calls are compared')
    .description('write a new release with the pins of an older one and make it live')
    .action(
      answering(context, (parts: string[], { to, http = false, ...options }: ActOptions & Rollback) =>
        act(
          context,
          { ...options, offline: !http },
          { plan: (store, intent) => planRollback(store, to, parts, intent) },
        ),
      ),
    )
type Rollback = { to?: number; http?: boolean }

export const addOff = (program: Command, context: CommandContext) =>
  writing(program.command('off'), 'the message')
    .argument('<part>', 'a remote, such as drivers')
    .requiredOption('--message <text>', 'what its visitors read', someText)
    .description('switch a remote off, also while the releases are frozen')
    .action(
      answering(context, (part: string, { message, ...options }: ActOptions & { message: string }) =>
        act(context, options, { plan: (store, intent) => planOff(store, part, message, intent) }),
      ),
    )

export const addOn = (program: Command, context: CommandContext) =>
  writing(program.command('on'))
    .argument('<part>', 'a remote that is off')
    .description('switch a remote on again')
    .action(
      answering(context, (part: string, options: ActOptions) =>
        act(context, { ...options, offline: true }, { plan: (store, intent) => planOn(store, part, intent) }),
      ),
    )

export const addResign = (program: Command, context: CommandContext) =>
  expecting(writing(program.command('resign')))
    .option('--above <number>', 'the new release has a higher number than this one', wholeNumber(1))
    .description('write what is live as a new release that this key signs')
    .action(
      answering(context, ({ above, ...options }: ActOptions & { above?: number }) =>
        act(context, options, {
          plan: (store, intent) => planResign(store, { ...intent, ...(above !== undefined && { above }) }),
        }),
      ),
    )
