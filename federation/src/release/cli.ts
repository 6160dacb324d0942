import { Command, CommanderError } from 'commander'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'
import { artifactFolder } from '../schema/index.ts'
import { FileError } from '../schema/read-json.ts'
import { addKeysCommand } from './keys-command.ts'
import { parseOrigin } from './origins.ts'
import { findArtifact, pin, rollback } from './pin.ts'
import { publish } from './publish.ts'
import { statusText } from './status.ts'
import { ReleaseError } from './release-error.ts'
import { ReleaseStore } from './store.ts'

const store = () => new ReleaseStore(process.env.DATA_DIR || '.data')
const say = (text: string) => process.stdout.write(`${text}\n`)
const by = () => process.env.RELEASE_MANAGER || userInfo().username

const program = new Command('release')
  .description('Publish parts, pin them into releases, roll back. Reads DATA_DIR (default .data).')
  .exitOverride()

program
  .command('publish')
  .argument('<folder>', 'a built part, such as mfe-drivers (its dist) or a folder with remote.json')
  .option('--origin <url>', 'where this part is served from; needed once for a new part')
  .description('put a build into its store, once and for ever')
  .action((folder: string, { origin }: { origin?: string }) => {
    const built = existsSync(join(folder, 'dist', 'remote.json')) ? join(folder, 'dist') : folder
    const served = origin === undefined ? undefined : parseOrigin(origin)
    const { descriptor, isNew } = publish(store(), built)
    if (served) store().putOrigins({ [descriptor.name]: served })
    say(`${descriptor.name}@${artifactFolder(descriptor)} ${isNew ? 'published' : 'was published before'}`)
  })

program
  .command('pin')
  .argument('<pins...>', 'PART@VERSION, such as drivers@1.3.0')
  .requiredOption('--reason <text>', 'why, for those who read the log')
  .description('write a new release with these parts and make it live')
  .action((pins: string[], { reason }: { reason: string }) => {
    const release = pin(store(), pins.map((wanted) => findArtifact(store(), wanted)), { reason, by: by() })
    say(`release ${release.number} is live: ${pins.join(' ')}`)
  })

program
  .command('rollback')
  .option('--to <number>', 'whose pins to take; default: the release before the live one')
  .option('--reason <text>', 'why', '')
  .description('write a new release with the pins of an older one and make it live')
  .action(({ to, reason }: { to?: string; reason: string }) => {
    if (to !== undefined && !/^[1-9]\d*$/.test(to)) throw new ReleaseError(`--to wants the number of a release, not "${to}"`)
    const release = rollback(store(), to === undefined ? undefined : Number(to), { reason, by: by() })
    say(`release ${release.number} is live: ${release.reason}`)
  })

program
  .command('status')
  .option('--json', 'the live release as JSON')
  .description('what is live')
  .action(({ json }: { json?: boolean }) => {
    const live = store().live()
    if (!live) throw new ReleaseError('nothing is live yet')
    say(json ? JSON.stringify(live, null, 2) : statusText(live))
  })

addKeysCommand(program, { store, say, by })

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  if (!(error instanceof ReleaseError || error instanceof FileError)) throw error
  process.stderr.write(`release: ${error.message}\n`)
  process.exit(1)
}
