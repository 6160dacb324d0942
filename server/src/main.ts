import { setFlagsFromString } from 'node:v8'
import { manageAdministrators } from './admin/manage-administrators.ts'
import { auditCutAct, manageAudit } from './audit/manage-audit.ts'
import { Passwords } from './auth/password.ts'
import { auditArchiveFolder, readConfig, SettingError, type Config } from './config/config.ts'
import { FolderLockedError } from './database/pglite/folder-lock.ts'
import { isDemo } from './demo/seed.ts'
import { keepRestorable } from './backup/restorable-server.ts'
import { startServer } from './server.ts'
import { explainStart } from './start/check-servers.ts'

// V8 would place streamed rows where only a full garbage collection frees them, and let 200 MB pile up between two.
setFlagsFromString('--no-allocation-site-pretenuring')
setFlagsFromString('--heap-growing-percent=60')

const graceMilliseconds = { alone: 2500, behindProxy: 8000 }

let server: Awaited<ReturnType<typeof keepRestorable>> | undefined
let grace = graceMilliseconds.alone
let isStopping = false

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), grace).unref()
  await server?.close()
  process.exit(0)
}

process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
process.on('disconnect', () => void stop())

let config: Config | undefined
try {
  config = readConfig(process.env)
  if (config.trustedProxies.length > 0) grace = graceMilliseconds.behindProxy
  const origin = config.allowedOrigins[0] ?? config.publicUrl
  const log = (line: string) => void process.stdout.write(`${line}\n`)
  const archives = auditArchiveFolder(config)
  server = await keepRestorable(config, startServer, { log }, (db, wanted) => {
    const cut = auditCutAct.safeParse(wanted)
    return cut.success
      ? manageAudit(db, archives, cut.data)
      : manageAdministrators({ db, passwords: new Passwords(), origin }, wanted)
  })
  process.stdout.write(`API: ${config.publicUrl} (port ${server.port}), its documentation at /docs\n`)
  if (!/^(localhost|127\..*|::1)$/.test(config.host) && (await isDemo(server.current().db)))
    log(`HOST: ${config.host} lets others reach the demo, and its password is public: see docs/settings.md`)
  process.send?.({ type: 'ready', port: server.port })
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

function explain(given: unknown): string {
  const error = (config && explainStart(given, config)) ?? given
  if (error instanceof SettingError || error instanceof FolderLockedError)
    return `The API does not start. ${error.message}`
  return `The API does not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
