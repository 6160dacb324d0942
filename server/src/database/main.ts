import { databaseLimits, openDatabases } from './open.ts'

// Brings the tables of PostgreSQL up to date and ends. It runs before the API where a probe would end that one while
// its migrations take their time.
const { DATABASE_URL: url } = process.env
if (!url) throw new Error('DATABASE_URL names the database')
const databases = await openDatabases({ url }, databaseLimits)
await databases.close()
process.stdout.write('The tables are up to date.\n')
