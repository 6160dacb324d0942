import { commonPasswordMessage, isCommonPassword } from '../auth/common-passwords.ts'
import type { Passwords } from '../auth/password.ts'
import { SettingError, type Config } from '../config/config.ts'
import type { Database } from '../database/tables.ts'
import { isDemo, isEmpty, seedDemo } from '../demo/seed.ts'
import { showProgress } from '../demo/show-progress.ts'
import { createAdministrator, hasAdministrator } from '../repositories/accounts/accounts.ts'
import { listInvitations } from '../repositories/accounts/invitations.ts'
import type { FileStore } from '../storage/file-store.ts'

/** Makes sure that somebody can sign in: the demo's people, or in production the first administrator. */
export async function prepareData(
  config: Config,
  db: Database,
  files: FileStore,
  passwords: Passwords,
  log: (line: string) => void,
): Promise<void> {
  if (!config.production) {
    if (!(await isEmpty(db))) return log('The database has data: DEMO_ROWS seeds an empty one only.')
    const startedAt = performance.now()
    log(`Seeding ${config.demoRows} rows of demo data …`)
    await seedDemo(db, files, passwords, config.demoRows, new Date(), showProgress(log))
    return log(`Seeded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  }
  if (await isDemo(db))
    throw new SettingError(
      'NODE_ENV: production has no demo data, and this database holds the demo, whose passwords are known; give it a DATA_DIR or DATABASE_URL of its own',
    )
  if ((await hasAdministrator(db)) || (await listInvitations(db)).length > 0) return
  const first = config.firstAdministrator
  if (!first)
    throw new SettingError(
      'ADMIN_EMAIL, ADMIN_PASSWORD: there is no administrator yet; set both to create the first one, or use npm run admin -- create',
    )
  if (isCommonPassword(first.password)) throw new SettingError(`ADMIN_PASSWORD: ${commonPasswordMessage}`)
  await createAdministrator(db, 'Administrator', first.email, await passwords.hash(first.password))
  log('Created the first administrator from ADMIN_EMAIL.')
}
