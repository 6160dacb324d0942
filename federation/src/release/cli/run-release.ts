import { Command, CommanderError } from 'commander'
import { FileError, reasonOf } from '../../schema/read-json.ts'
import { refuse, type CommandContext, type CommandIo } from './text/output.ts'
import { dataDir } from './text/options.ts'
import { ReleaseError } from '../report/release-error.ts'

/** In the order of the help. Only the files of the command that runs are read: all of them take as long as it does. */
const commands: Record<string, () => Promise<(program: Command, context: CommandContext) => unknown>> = {
  status: async () => (await import('./read/show.ts')).addStatus,
  list: async () => (await import('./read/show.ts')).addList,
  show: async () => (await import('./read/show.ts')).addShow,
  diff: async () => (await import('./read/show.ts')).addDiff,
  sizes: async () => (await import('./read/sizes.ts')).addSizes,
  log: async () => (await import('./read/audit.ts')).addLog,
  verify: async () => (await import('./read/audit.ts')).addVerify,
  publish: async () => (await import('./change/publish.ts')).addPublish,
  pin: async () => (await import('./change/acts.ts')).addPin,
  export: async () => (await import('./change/manifest.ts')).addExport,
  plan: async () => (await import('./change/manifest.ts')).addPlan,
  apply: async () => (await import('./change/manifest.ts')).addApply,
  part: async () => (await import('./change/part.ts')).addPart,
  rollback: async () => (await import('./change/acts.ts')).addRollback,
  canary: async () => (await import('./change/canary.ts')).addCanary,
  off: async () => (await import('./change/acts.ts')).addOff,
  on: async () => (await import('./change/acts.ts')).addOn,
  freeze: async () => (await import('./change/freeze.ts')).addFreeze,
  unfreeze: async () => (await import('./change/freeze.ts')).addUnfreeze,
  gc: async () => (await import('./read/audit.ts')).addGc,
  init: async () => (await import('./change/init.ts')).addInit,
  resign: async () => (await import('./change/acts.ts')).addResign,
}

/**
 * Runs one `release` command: `args` as on a command line, without the program. Resolves to its exit code: 0 done, 1
 * refused, 2 not understood. Rejects with what nobody expected.
 */
export async function runRelease(args: string[], io: CommandIo): Promise<0 | 1 | 2> {
  const context: CommandContext = { ...io, wantsJson: args.includes('--json'), exitCode: 0 }
  try {
    await (await programOf(context, args)).parseAsync(args, { from: 'user' })
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

async function programOf(context: CommandContext, [name = '']: string[]): Promise<Command> {
  const program = new Command('release')
    .description(
      'Publish parts, pin them into releases, roll back. Reads DATA_DIR (default .data) and ARTIFACT_STORE. Exit code 0: done, 1: refused, 2: not understood.',
    )
    .configureOutput({ writeOut: context.out, writeErr: context.err })
    .showHelpAfterError('"release --help" says which commands there are, "release COMMAND --help" how to write one')
    .exitOverride()
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  for (const read of command ? [command] : Object.values(commands)) (await read())(program, context)
  return program
}

/**
 * An error of the machine, such as a file without rights or room on a disk that is full; not each of these names a
 * file.
 */
const withDataDir = (context: CommandContext, error: Error) =>
  new Error(
    'path' in error
      ? `${String(error.path)}: cannot be used (${reasonOf(error)}); DATA_DIR is ${dataDir(context)}`
      : `${error.message} (DATA_DIR is ${dataDir(context)})`,
  )
