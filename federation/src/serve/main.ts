import type { RequestListener } from 'node:http'
import { clientAddressFrom, type ClientAddress } from './http/client-address.ts'
import { bounded, warnOnStderr } from './http/guard.ts'
import { hostOf, listen, nameOf } from './http/listen.ts'

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
  const host = hostOf(process.env)
  const clientAddress = clientAddressFrom(process.env)
  const handler = bounded(await handlerOf(part, clientAddress), clientAddress)
  const server = await listen(handler, port, `the origin of ${part}`, host)
  if (process.send) process.send({ type: 'ready', port })
  else process.stdout.write(`Serving ${part} at http://${nameOf(host)}:${port}\n`)
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

/** Each origin reads only the files that it runs: five of them start at once. */
async function handlerOf(part: string, clientAddress: ClientAddress): Promise<RequestListener> {
  const { openInstallation, openBuilds } = await import('../release/store/open-installation.ts')
  if (part !== 'shell') return (await import('./serve-remote.ts')).serveRemote(openBuilds(folder, process.env), part)
  const store = openInstallation(folder, process.env)
  if (store.publicKeys === null)
    throw new Error('RELEASE_PUBLIC_KEYS is not set: the public keys whose releases this origin serves')
  const { serveShell } = await import('./serve-shell.ts')
  const { readPageSettings, readMetricsToken } = await import('./page/page-settings.ts')
  const { env } = process
  return serveShell(store, readPageSettings(env), warnOnStderr, readMetricsToken(env), clientAddress)
}
