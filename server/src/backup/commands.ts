import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { databaseFolder, type Config } from '../config.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { countNodes, openDatabases } from '../database/open.ts'
import { makeFolders } from '../make-folders.ts'
import { syncFolder, syncNames } from '../sync-folder.ts'
import { requireServers } from '../require-servers.ts'
import { openFiles } from '../services.ts'
import { BackupError, draftOf } from './archive.ts'
import { makeFolder, swapDatabase } from './folders.ts'
import { loadBackup, verifyBackup, type Loaded } from './load-backup.ts'
import { findOperator } from './operator-door.ts'
import { listMigrations } from './table-list.ts'
import { takeAwayWhenStopped } from './when-stopped.ts'
import { writeBackup, type Written } from './write-backup.ts'

type Say = (line: string) => void

/** Writes a backup of the installation that the settings name, whether or not it runs. */
export async function backup(config: Config, file: string, say: Say): Promise<Written> {
  if (existsSync(file)) throw new BackupError(`${file} is there already; choose another name`)
  if (!existsSync(dirname(file))) throw new BackupError(`${file}: its folder is not there`)
  await requireServers(config)
  if (config.databaseUrl) {
    const databases = await openDatabases({ url: config.databaseUrl }, config.databaseLimits, { asItIs: true })
    const leave = takeAwayWhenStopped(draftOf(file))
    return writeBackup(databases.patient, openFiles(config), file).finally(() => databases.close()).finally(leave)
  }
  if (!existsSync(databaseFolder(config))) throw new BackupError(`DATA_DIR: there is no database in ${config.dataDir}`)
  const operator = await findOperator(config.dataDir)
  if (operator) say('The API runs: it copies its database, and goes on.')
  const copy = await operator?.copy()
  const leave = takeAwayWhenStopped(...(copy ? [copy] : []), draftOf(file))
  const { patient, close } = await openDatabases({ folder: copy ? join(copy, 'database') : databaseFolder(config) }, config.databaseLimits, { asItIs: true })
  try {
    return await writeBackup(patient, openFiles(config), file)
  } finally {
    await close()
    if (copy) await rm(copy, { recursive: true, force: true })
    leave()
  }
}

/**
 * Puts a backup in the place of what the installation holds. The file is read and checked as a whole first: a broken one changes nothing.
 * What is there already is replaced only with `replace`. An API on the embedded database goes on with the restored one; nodes on PostgreSQL must be stopped.
 */
export async function restore(config: Config, file: string, { replace }: { replace: boolean }, say: Say): Promise<Loaded> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new BackupError(`${file}: there is no such file`)
  say('Checking the file …')
  const manifest = await verifyBackup(file)
  await requireServers(config)
  return config.databaseUrl ? restoreToServer(config, config.databaseUrl) : restoreToFolder()

  async function restoreToServer({ databaseLimits }: Config, url: string) {
    const nodes = await countNodes(url)
    if (nodes > 0) throw new BackupError(`DATABASE_URL: the API has ${nodes} connections to this database; stop all its nodes first`)
    const { patient, close } = await openDatabases({ url }, databaseLimits, { asItIs: true })
    try {
      if (!replace && (await listMigrations(patient)).length > 0) throw holdsData('DATABASE_URL: the database')
      say('Restoring …')
      return await loadBackup(patient, openFiles(config), file, manifest)
    } finally {
      await close()
    }
  }

  async function restoreToFolder() {
    const ours = databaseFolder(config)
    if (!replace && existsSync(ours)) throw holdsData(`DATA_DIR: ${config.dataDir}`)
    makeFolders(config.dataDir)
    const operator = await findOperator(config.dataDir)
    const unlock = operator ? () => undefined : lockFolder(ours)
    const folder = await makeFolder(config, 'restore')
    const leave = takeAwayWhenStopped(folder)
    try {
      say('Restoring …')
      const { patient, close } = await openDatabases({ folder: join(folder, 'database') }, config.databaseLimits, { asItIs: true })
      const loaded = await loadBackup(patient, openFiles(config), file, manifest).finally(close)
      await syncFolder(folder)
      leave()
      if (operator) {
        say('The API runs: it goes on with the restored database.')
        await operator.replace(folder)
      } else {
        swapDatabase(config, folder)
        await syncNames(config.dataDir)
      }
      return loaded
    } finally {
      leave()
      unlock()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const holdsData = (what: string) => new BackupError(`${what} holds data already; add --replace to put the backup in its place`)
