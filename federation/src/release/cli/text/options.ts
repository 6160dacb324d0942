import { InvalidArgumentError, Option, type Command } from 'commander'
import { nameOfActor } from '../../audit/actor.ts'
import { requireReason } from '../../audit/log.ts'
import { nothingLive, ReleaseError } from '../../report/release-error.ts'
import { readSkewReport } from '../../skew/skew-report.ts'
import { openInstallation } from '../../store/open-installation.ts'
import type { ReleaseStore, SignedRelease } from '../../store/store.ts'
import type { Release } from '../../../schema/index.ts'
import type { CommandIo } from './output.ts'

/** The folder of the installation, relative to the folder that the process runs in. */
export const dataDir = ({ env }: CommandIo) => env.DATA_DIR || '.data'

/** The installation in DATA_DIR. One that is not there is an error, and nothing is made. */
export const openStore = (context: CommandIo) => openInstallation(dataDir(context), context.env)

/** The name of the person or job that acts, for the log. */
export const manager = ({ env }: CommandIo): string => nameOfActor(env)

/** Options of acts that are logged; `otherwise` is the reason where none need be given. */
export const writing = (command: Command, otherwise?: string): Command =>
  (otherwise === undefined
    ? command.requiredOption('--reason <text>', 'why, for those who read the log', reasonText)
    : command.option('--reason <text>', `why, for those who read the log; default: ${otherwise}`, optionalReason, '')
  )
    .option('--dry-run', 'say what would be written, and every check')
    .option('--json')

export const expecting = (command: Command): Command =>
  command.option('--expect <number>', 'refuse when another release than this is live', wholeNumber(0))

/** Options of acts whose checks ask origins and the API. */
export const usingNetwork = (command: Command, { env }: CommandIo): Command =>
  command
    .option('--offline', 'do not download the files from their origins, and ask no store for a version that is here')
    .addOption(
      new Option('--api <url>', 'the API whose calls are compared').default(env.API_URL || undefined, 'API_URL'),
    )

/** Option of commands that bring builds together. */
export const skewOption = (command: Command): Command =>
  command.option('--skew <report>', 'a report of npm run skew: what failed there is refused', readSkewReport)

export function liveSigned(store: ReleaseStore): SignedRelease {
  const live = store.liveSigned()
  if (!live) throw new ReleaseError(nothingLive)
  return live
}

export const liveRelease = (store: ReleaseStore): Release => liveSigned(store).release

/** A number as given on the command line; anything else is a command that is not understood. */
export const wholeNumber = (least: number) => (text: string) => {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`)
  return Number(text)
}

export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must say something.')
  return text
}

/** A reason that must be given. */
export const reasonText = (text: string): string => optionalReason(someText(text))

export function optionalReason(text: string): string {
  requireReason(text)
  return text
}

export function pinText(text: string, before: string[] = []): string[] {
  if (!/^[^@\s]+@[^@\s]+$/.test(text)) throw new InvalidArgumentError('Write PART@VERSION, such as drivers@1.3.0.')
  return [...before, text]
}
