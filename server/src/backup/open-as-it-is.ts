import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFolder, type Config } from '../config/config.ts'
import { PlainError } from '../config/plain-error.ts'
import { locationOf, openDatabases, type Databases } from '../database/open.ts'
import { checkServers } from '../start/check-servers.ts'
import { findRunningApi } from './running-api.ts'
import { removeWhenStopped } from './when-stopped.ts'

/**
 * Hands the installation's database to `read`, whether or not the API runs: a running one on the embedded database is
 * asked for a copy. Nothing is migrated. `others` are files that are removed, too, when the command is stopped.
 */
export async function withDatabaseAsItIs<T>(
  config: Config,
  log: (line: string) => void,
  others: readonly string[],
  read: (databases: Databases) => Promise<T>,
): Promise<T> {
  await checkServers(config)
  const copy = config.databaseUrl ? undefined : await copyOfRunning(config, log)
  const leave = removeWhenStopped(...(copy ? [copy] : []), ...others)
  try {
    const location = copy ? { folder: join(copy, 'database') } : locationOf(config)
    const databases = await openDatabases(location, config.databaseLimits, { asItIs: true })
    try {
      return await read(databases)
    } finally {
      await databases.close()
    }
  } finally {
    if (copy) await rm(copy, { recursive: true, force: true })
    leave()
  }
}

async function copyOfRunning(config: Config, log: (line: string) => void): Promise<string | undefined> {
  if (!existsSync(databaseFolder(config))) throw new PlainError(`DATA_DIR: there is no database in ${config.dataDir}`)
  const runningApi = await findRunningApi(config.dataDir)
  if (runningApi) log('The API runs: it copies its database, and goes on.')
  return runningApi?.copy()
}
