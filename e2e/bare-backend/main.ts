import { startBareBackend } from './server.ts'

const port = Number(process.argv[2])
if (!Number.isInteger(port) || port < 1) {
  process.stderr.write('usage: bare-backend PORT\n')
  process.exit(2)
}
const stop = await startBareBackend(port)
process.stdout.write(`Bare backend: http://localhost:${port}\n`)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().then(() => process.exit(0)))
process.on('disconnect', () => void stop().then(() => process.exit(0)))
process.send?.({ type: 'ready', port })
