import { setFlagsFromString } from 'node:v8'
import { readConfig, SettingError, type Config } from './config.ts'
import { FolderLockedError } from './database/folder-lock.ts'
import { keepRunning } from './keep-running.ts'
import { explainStart } from './require-servers.ts'

// V8 takes rows that are streamed for what will stay, and then makes them where only a full collection of garbage finds them: 100 MB between two.
setFlagsFromString('--no-allocation-site-pretenuring')

const graceMilliseconds = { alone: 2500, behindProxy: 4500 }

let server: Awaited<ReturnType<typeof keepRunning>> | undefined
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
  server = await keepRunning(config, { say: (line) => process.stdout.write(`${line}\n`) })
  process.stdout.write(`API: ${config.publicUrl} (port ${server.port}), its documentation at /docs\n`)
  process.send?.({ type: 'ready', port: server.port })
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

function explain(given: unknown): string {
  const error = (config && explainStart(given, config)) ?? given
  if (error instanceof SettingError || error instanceof FolderLockedError) return `The API does not start. ${error.message}`
  return `The API does not start. ${error instanceof Error ? error.stack ?? error.message : String(error)}`
}
