import { Command, CommanderError } from 'commander'
import { FileError, reasonOf } from '../../schema/read-json.ts'
import { refuse, type CommandContext, type CommandIo } from './text/output.ts'
import { dataDir } from './text/options.ts'
import { addGc, addLog, addVerify } from './read/audit.ts'
import { addCanary } from './change/canary.ts'
import { addEvidenceCommands } from './change/evidence.ts'
import { addDevOverride, addDevOverrides } from './change/dev-override.ts'
import { addKeys, addRenew } from './change/keys.ts'
import { addFreeze, addUnfreeze } from './change/freeze.ts'
import { addDiff, addList, addShow, addStatus } from './read/show.ts'
import { addApply, addExport, addPlan } from './change/manifest.ts'
import { addPart } from './change/part.ts'
import { addPin } from './change/pin.ts'
import { addPublish } from './change/publish.ts'
import { addRollback } from './change/rollback.ts'
import { addSet, addUnset } from './change/settings.ts'
import { addSizes } from './read/sizes.ts'
import { addOff, addOn } from './change/switch.ts'
import { addApprove } from './managers/approve.ts'
import { addManagers } from './managers/managers.ts'
import { addPolicy } from './managers/policy.ts'
import { ReleaseError } from '../report/release-error.ts'

const commands = [
  addStatus,
  addList,
  addShow,
  addDiff,
  addSizes,
  addLog,
  addVerify,
  addPublish,
  addPin,
  addExport,
  addPlan,
  addApply,
  addPart,
  addRollback,
  addSet,
  addUnset,
  addCanary,
  addOff,
  addOn,
  addFreeze,
  addUnfreeze,
  addGc,
  addEvidenceCommands,
  addManagers,
  addPolicy,
  addApprove,
  addKeys,
  addRenew,
  addDevOverride,
  addDevOverrides,
]

/**
 * Runs one `release` command: `args` as on a command line, without the program. Resolves to its exit code: 0 done, 1
 * refused, 2 not understood. Rejects with what nobody expected.
 */
export async function runRelease(args: string[], io: CommandIo): Promise<0 | 1 | 2> {
  const context: CommandContext = { ...io, wantsJson: args.includes('--json'), exitCode: 0 }
  try {
    await programOf(context).parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode !== 0) refuse(context, error, 2)
    } else if (error instanceof ReleaseError) refuse(context, error, 1)
    else if (error instanceof FileError)
      refuse(context, new Error(`${error.message}; mend it or restore it from a backup`), 1)
    else if (error instanceof Error && 'syscall' in error) refuse(context, withDataDir(context, error), 1)
    else throw error
  }
  return context.exitCode
}

function programOf(context: CommandContext): Command {
  const program = new Command('release')
    .description(
      'Publish parts, pin them into releases, roll back. Reads DATA_DIR (default .data) and ARTIFACT_STORE. Exit code 0: done, 1: refused, 2: not understood.',
    )
    .configureOutput({ writeOut: context.out, writeErr: context.err })
    .exitOverride()
  for (const addTo of commands) addTo(program, context)
  return program
}

/**
 * What the machine refused, such as a file without rights or room on a disk that is full; not each of these names a
 * file.
 */
const withDataDir = (context: CommandContext, error: Error) =>
  new Error(
    'path' in error
      ? `${String(error.path)}: cannot be used (${reasonOf(error)}); DATA_DIR is ${dataDir(context)}`
      : `${error.message} (DATA_DIR is ${dataDir(context)})`,
  )
