import { setFlagsFromString } from 'node:v8'
import { manageAdministrators } from './admin/manage-administrators.ts'
import { Passwords } from './auth/password.ts'
import { copyDatabase } from './backup/folders.ts'
import { listenForCommands } from './backup/running-api.ts'
import { readConfig, type Config } from './config/config.ts'
import type { Database } from './database/tables.ts'
import { isDemo } from './demo/seed.ts'
import { startServer, type Server } from './server.ts'
import { explainStart } from './start/check-servers.ts'
import { explain, print } from './config/command.ts'

// V8 would place streamed rows where only a full garbage collection frees them, and let 200 MB pile up between two.
setFlagsFromString('--no-allocation-site-pretenuring')
setFlagsFromString('--heap-growing-percent=60')

const graceMilliseconds = { alone: 2500, behindProxy: 8000 }

let server: Server | undefined
let stopListening: (() => void) | undefined
let grace = graceMilliseconds.alone
let isStopping = false

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), grace).unref()
  stopListening?.()
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
  server = await startServer(config, { log: print })
  if (!config.databaseUrl) stopListening = await listenForCommands(config.dataDir, actsOn(server.db, config))
  print(`API: ${config.publicUrl} (port ${server.port}), its documentation at /docs`)
  if (!/^(localhost|127\..*|::1)$/.test(config.host) && (await isDemo(server.db)))
    print(`HOST: ${config.host} lets others reach the demo, and its password is public: see docs/settings.md`)
  process.send?.({ type: 'ready', port: server.port })
} catch (error) {
  const reason = explain((config && explainStart(error, config)) ?? error)
  process.stderr.write(`The API does not start. ${reason}\n`)
  process.exit(1)
}

/** The acts of commands on the server, while this process has the embedded database open. */
function actsOn(db: Database, config: Config): Parameters<typeof listenForCommands>[1] {
  return {
    copy: () => copyDatabase(db, config),
    manage: (wanted) => manageAdministrators({ db, passwords: new Passwords(), origin: config.shellUrl }, wanted),
  }
}
