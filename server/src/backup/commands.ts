import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { databaseFolder, uploadsFolder, type Config } from '../config/config.ts'
import { PlainError } from '../config/plain-error.ts'
import { listMigrations } from '../database/migrations.ts'
import { lockFolder } from '../database/pglite/folder-lock.ts'
import { countNodes, openDatabases } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { makeFolders } from '../storage/make-folders.ts'
import { syncFolder, syncNames } from '../storage/sync-folder.ts'
import { checkServers } from '../start/check-servers.ts'
import { openFiles } from '../storage/open-files.ts'
import { draftOf } from './archive.ts'
import { makeFolder, swapDatabase } from './folders.ts'
import { loadBackup, verifyBackup, type Loaded } from './load-backup.ts'
import { withDatabaseAsItIs } from './open-as-it-is.ts'
import { removeWhenStopped } from './when-stopped.ts'
import { writeBackup, type Written } from './write-backup.ts'

type Log = (line: string) => void

/** Writes a backup of the installation that the settings name, whether or not it runs. */
export async function backup(config: Config, file: string, log: Log): Promise<Written> {
  if (existsSync(file)) throw new PlainError(`${file} is there already; choose another name`)
  if (!existsSync(dirname(file))) throw new PlainError(`${file}: its folder is not there`)
  return withDatabaseAsItIs(config, log, [draftOf(file)], ({ longQueries }) =>
    writeBackup(longQueries, openFiles(config), file),
  )
}

/**
 * Puts a backup in the place of what the installation holds. The file is read and checked as a whole first: a broken
 * one changes nothing. What is there already is replaced only with `replace`. The API must be stopped, with all its
 * nodes.
 */
export async function restore(
  config: Config,
  file: string,
  { replace }: { replace: boolean },
  log: Log,
): Promise<Loaded> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new PlainError(`${file}: there is no such file`)
  log('Checking the file …')
  const manifest = await verifyBackup(file)
  await checkServers(config)
  const stored = config.s3 ? [] : await readdir(uploadsFolder(config)).catch(() => [])
  const load = (db: Database) =>
    loadBackup(
      db,
      openFiles(config),
      file,
      manifest,
      stored.map((name) => `uploads/${name}`),
    )
  return config.databaseUrl ? restoreToServer(config, config.databaseUrl) : restoreToFolder()

  async function restoreToServer({ databaseLimits }: Config, url: string) {
    const nodes = await countNodes(url)
    if (nodes > 0)
      throw new PlainError(`DATABASE_URL: the API has ${nodes} connections to this database; stop all its nodes first`)
    const { longQueries, close } = await openDatabases({ url }, databaseLimits, { asItIs: true })
    try {
      if (!replace && (await listMigrations(longQueries)).length > 0) throw holdsData('DATABASE_URL: the database')
      log('Restoring …')
      return await load(longQueries)
    } finally {
      await close()
    }
  }

  async function restoreToFolder() {
    const ours = databaseFolder(config)
    if (!replace && existsSync(ours)) throw holdsData(`DATA_DIR: ${config.dataDir}`)
    makeFolders(config.dataDir)
    const unlock = lockFolder(ours)
    for (const name of await readdir(config.dataDir))
      if (name.startsWith('restore-')) await rm(join(config.dataDir, name), { recursive: true, force: true })
    const folder = await makeFolder(config, 'restore')
    const leave = removeWhenStopped(folder)
    try {
      log('Restoring …')
      const { longQueries, close } = await openDatabases({ folder: join(folder, 'database') }, config.databaseLimits, {
        asItIs: true,
      })
      let loaded
      try {
        loaded = await load(longQueries)
      } finally {
        await close()
      }
      await syncFolder(folder)
      leave()
      swapDatabase(config, folder)
      await syncNames(config.dataDir)
      return loaded
    } finally {
      leave()
      unlock()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const holdsData = (what: string) =>
  new PlainError(`${what} holds data already; add --replace to put the backup in its place`)
