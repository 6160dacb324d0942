import { warnOnStderr } from './http/guard.ts'
import { listen } from './http/listen.ts'
import { readMetricsToken, readPageSettings } from './page/page-settings.ts'
import { serveRemote } from './serve-remote.ts'
import { serveShell } from './serve-shell.ts'

const usage =
  'usage: serve PART PORT (PART: shell, or the name of a remote); what is published of it in DATA_DIR (default .data)\n'
const [part, portText] = process.argv.slice(2)
if (part === '--help') {
  process.stdout.write(usage)
  process.exit(0)
}
const port = Number(portText)
if (!part || !Number.isInteger(port) || port < 1 || port > 65_535) {
  process.stderr.write(usage)
  process.exit(2)
}
const folder = process.env.DATA_DIR || '.data'
try {
  const handler =
    part === 'shell'
      ? serveShell(folder, readPageSettings(process.env), warnOnStderr, readMetricsToken(process.env))
      : serveRemote(folder, part)
  const server = await listen(handler, port, `the origin of ${part}`)
  if (process.send) process.send({ type: 'ready', port })
  else process.stdout.write(`Serving ${part} at http://localhost:${port}\n`)
  const stop = () => {
    server.closeAllConnections()
    server.close(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
} catch (error) {
  process.stderr.write(`${part}: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
