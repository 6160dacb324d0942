import { PlainError } from '../config/plain-error.ts'
import { Command, print } from '../config/command.ts'
import { readConfig } from '../config/config.ts'
import { openDatabases } from './open.ts'

// It runs before the API where a probe would end that one while its migrations take their time.
const command = new Command(
  'tables',
  'Brings the tables of PostgreSQL up to date and ends. DATABASE_URL names the database.',
)
await command.run(async () => {
  // Its container has these settings alone.
  const isOwn = ([name]: [string, unknown]) => name.startsWith('DATABASE_')
  const { databaseUrl: url, databaseLimits } = readConfig(Object.fromEntries(Object.entries(process.env).filter(isOwn)))
  if (!url) throw new PlainError('DATABASE_URL names the database')
  await (await openDatabases({ url }, databaseLimits)).close()
  print('The tables are up to date.')
})
