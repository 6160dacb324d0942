import { Command, CommanderError } from 'commander'
import { FileError } from '../schema/read-json.ts'
import { refuse } from './commands/answer.ts'
import { addGc, addLog, addVerify } from './commands/audit.ts'
import { addCanary } from './commands/canary.ts'
import { addEvidenceCommands } from './commands/evidence.ts'
import { addGrant, addGrants } from './commands/grant.ts'
import { addKeys, addRenew } from './commands/keys.ts'
import { addLock, addUnlock } from './commands/lock.ts'
import { addDiff, addList, addShow, addStatus } from './commands/look.ts'
import { addPart } from './commands/part.ts'
import { addPin } from './commands/pin.ts'
import { addPublish } from './commands/publish.ts'
import { addRollback } from './commands/rollback.ts'
import { addSizes } from './commands/sizes.ts'
import { addOff, addOn } from './commands/switch.ts'
import { ReleaseError } from './release-error.ts'

/** What the machine refused, such as a file without rights or room on a disk that is full; not each of these names a file. */
const withPlace = (error: Error) => ('path' in error ? error : new Error(`${error.message} (DATA_DIR is ${process.env.DATA_DIR || '.data'})`))

const program = new Command('release')
  .description('Publish parts, pin them into releases, roll back. Reads DATA_DIR (default .data) and ARTIFACT_STORE. Exit code 0: done, 1: refused, 2: not understood.')
  .exitOverride()

addStatus(program)
addList(program)
addShow(program)
addDiff(program)
addSizes(program)
addLog(program)
addVerify(program)
addPublish(program)
addPin(program)
addPart(program)
addRollback(program)
addCanary(program)
addOff(program)
addOn(program)
addLock(program)
addUnlock(program)
addGc(program)
addEvidenceCommands(program)
addKeys(program)
addRenew(program)
addGrant(program)
addGrants(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    if (error.exitCode !== 0) refuse(error, 2)
  } else if (error instanceof ReleaseError || error instanceof FileError) refuse(error, 1)
  else if (error instanceof Error && 'syscall' in error) refuse(withPlace(error), 1)
  else throw error
}
