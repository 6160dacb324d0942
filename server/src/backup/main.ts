import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, SettingError } from '../config/config.ts'
import { FolderLockedError } from '../database/pglite/folder-lock.ts'
import { BackupError } from './archive.ts'
import { backup, restore } from './commands.ts'

const usages = {
  backup: `npm run backup -- --to FILE
Writes all rows and documents of one moment into a new FILE (tar.gz), while the API runs or not. The settings are those of npm start.`,
  restore: `npm run restore -- --from FILE [--replace]
Puts a backup into an installation without data, or with --replace in the place of its data, while the API is stopped. The settings are
those of npm start. FILE is checked as a whole first. The old embedded database stays beside the new one, as database.before-….`,
}

const [act, ...args] = process.argv.slice(2)
const usage = act === 'restore' ? usages.restore : usages.backup
const log = (line: string) => void process.stdout.write(`${line}\n`)

function readArguments() {
  try {
    const { values } = parseArgs({
      args,
      options: {
        [act === 'restore' ? 'from' : 'to']: { type: 'string' },
        ...(act === 'restore' && { replace: { type: 'boolean' } }),
        help: { type: 'boolean' },
      },
    })
    return values as { to?: string; from?: string; replace?: boolean; help?: boolean }
  } catch (error) {
    process.stderr.write(`${act}: ${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
    process.exit(2)
  }
}

const { to, from, replace = false, help } = readArguments()
const file = act === 'restore' ? from : to
if (help || !file) {
  process[help ? 'stdout' : 'stderr'].write(`${usage}\n`)
  process.exit(help ? 0 : 2)
}
try {
  const config = readConfig(process.env)
  if (act === 'restore') {
    const { rows, documents, createdAt } = await restore(config, resolve(file), { replace }, log)
    log(`Restored ${rows} rows and ${documents} documents of ${createdAt} from ${file}.`)
  } else {
    const { rows, documents, missing } = await backup(config, resolve(file), log)
    log(`Backed up ${rows} rows and ${documents} documents in ${file}.`)
    if (missing.length > 0)
      log(
        `${missing.length} documents that rows name are not there: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
      )
  }
} catch (error) {
  // An error of the system (no space, no permission) names the file; its stack trace would not help.
  const isOfSystem = error instanceof Error && 'syscall' in error
  const isPlain =
    isOfSystem || error instanceof BackupError || error instanceof SettingError || error instanceof FolderLockedError
  process.stderr.write(
    `${act}: ${isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
}
