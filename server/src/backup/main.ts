import { resolve } from 'node:path'
import { readConfig } from '../config/config.ts'
import { Command, print } from '../config/command.ts'
import { backup, restore } from './commands.ts'

const usages = {
  backup: `npm run backup -- --to FILE
Writes all rows and documents of one moment into a new FILE (tar.gz), while the API runs or not. The settings are those of npm start.`,
  restore: `npm run restore -- --from FILE [--replace]
Puts a backup into an installation without data, or with --replace in the place of its data, while the API is stopped. The settings are
those of npm start. FILE is checked as a whole first. The old embedded database stays beside the new one, as database.before-….`,
}

const [act, ...args] = process.argv.slice(2)
const isRestore = act === 'restore'
const command: Command = new Command(isRestore ? 'restore' : 'backup', isRestore ? usages.restore : usages.backup)
const option = isRestore ? 'from' : 'to'
const { values, positionals } = command.read(
  { [option]: { type: 'string' }, ...(isRestore && { replace: { type: 'boolean' } }) },
  args,
)
const { [option]: file, replace } = values as { from?: string; to?: string; replace?: boolean }
if (positionals.length > 0) command.fail(2, `takes no argument ${positionals.join(' ')}`)
if (!file) command.fail(2, `say --${option} which file`)

await command.run(async () => {
  const config = readConfig(process.env)
  if (isRestore) {
    const { rows, documents, createdAt } = await restore(config, resolve(file), { replace: replace === true }, print)
    return print(`Restored ${rows} rows and ${documents} documents of ${createdAt} from ${file}.`)
  }
  const { rows, documents, missing } = await backup(config, resolve(file), print)
  print(`Backed up ${rows} rows and ${documents} documents in ${file}.`)
  if (missing.length > 0)
    print(
      `${missing.length} documents that rows name are not there: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
    )
})
