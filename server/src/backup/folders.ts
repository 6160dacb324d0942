import { constants, existsSync, renameSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { databaseFolder, type Config } from '../config/config.ts'
import type { Database } from '../database/tables.ts'

export const makeFolder = (config: Config, kind: 'backup' | 'restore') => mkdtemp(join(config.dataDir, `${kind}-`))

/**
 * Copies the embedded database while nothing runs on its one connection; whoever asks for it meanwhile waits for the
 * files alone.
 */
export async function copyDatabase(db: Database, config: Config): Promise<string> {
  const folder = await makeFolder(config, 'backup')
  try {
    await db.connection().execute(async (only) => {
      await sql`checkpoint`.execute(only)
      await cp(databaseFolder(config), join(folder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    })
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Replaces our database with the one in `folder`. Nobody may have ours open; it stays beside the new one. */
export function swapDatabase(config: Config, folder: string): void {
  const ours = databaseFolder(config)
  if (existsSync(ours)) renameSync(ours, `${ours}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  renameSync(join(folder, 'database'), ours)
}
