import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFolder, type Config } from '../config/config.ts'
import { openDatabases, type Databases } from '../database/open.ts'
import { checkServers } from '../start/check-servers.ts'
import { BackupError } from './archive.ts'
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
  async function readAndClose(databases: Databases) {
    try {
      return await read(databases)
    } finally {
      await databases.close()
    }
  }
  const open = (location: { url: string } | { folder: string }) =>
    openDatabases(location, config.databaseLimits, { asItIs: true })
  if (config.databaseUrl) {
    const databases = await open({ url: config.databaseUrl })
    const leave = removeWhenStopped(...others)
    try {
      return await readAndClose(databases)
    } finally {
      leave()
    }
  }
  if (!existsSync(databaseFolder(config))) throw new BackupError(`DATA_DIR: there is no database in ${config.dataDir}`)
  const runningApi = await findRunningApi(config.dataDir)
  if (runningApi) log('The API runs: it copies its database, and goes on.')
  const copy = await runningApi?.copy()
  const leave = removeWhenStopped(...(copy ? [copy] : []), ...others)
  try {
    const databases = await open({ folder: copy ? join(copy, 'database') : databaseFolder(config) })
    return await readAndClose(databases)
  } finally {
    if (copy) await rm(copy, { recursive: true, force: true })
    leave()
  }
}
