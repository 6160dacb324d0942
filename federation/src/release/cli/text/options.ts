import { InvalidArgumentError, type Command } from 'commander'
import { nameOfActor } from '../../audit/actor.ts'
import { requireReason } from '../../audit/log.ts'
import { ReleaseError } from '../../report/release-error.ts'
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

/** Option of commands that bring builds together. */
export const skewOption = (command: Command): Command =>
  command.option('--skew <report>', 'a report of npm run skew: what failed there is refused', readSkewReport)

export function liveSigned(store: ReleaseStore): SignedRelease {
  const live = store.liveSigned()
  if (!live) throw new ReleaseError('nothing is live yet')
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
