import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPart } from '@interline/federation/built'
import { serveSource, watchSource, type SourceBuild } from '@interline/federation/dev'
import { listen } from '@interline/federation/serve'
import { endWithNpm } from '../product/end-with-npm.ts'
import { readDevOptions, UsageError, type DevOptions } from './dev-options.ts'
import { requireFreePorts } from '../product/ports.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const warn = (line: string) => void process.stderr.write(`${line}\n`)

function logBuildsOf(name: string) {
  return (build: SourceBuild) => {
    if (build.state === 'built') log(`${name}: build ${build.descriptor.build} in ${build.ms} ms`)
    if (build.state === 'failed') warn(`${name}: the build has errors, the last good one is served\n${build.errors}`)
  }
}

async function main(options: DevOptions) {
  const part = readPart(options.folder)
  if (!part.source) throw new UsageError(`${options.folder} is not a remote: it has no remote.json`)
  const origin = `http://localhost:${options.port}`
  await requireFreePorts([{ port: options.port, what: `the source of ${part.name}`, setting: '--port' }])

  const target = mkdtempSync(join(tmpdir(), `interline-dev-${part.name}-`))
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((host) => `${host}:${options.port}`)
  const source = serveSource(target, { shell: options.shell, hosts })
  const logBuild = logBuildsOf(part.name)
  let isFirst = true
  const stopWatching = await watchSource(part.folder, target, (build) => {
    source.emit(build)
    logBuild(build)
    if (build.state === 'built' && isFirst) {
      isFirst = false
      log(`To see it: ${options.shell}, profile menu, Run a part from source: part ${part.name}, from ${origin}`)
    }
  })
  // Only this machine may ask.
  const server = await listen(source.handler, options.port, `the source of ${part.name}`)
  log(`${part.name} from ${options.folder}: ${origin}`)

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    source.close()
    server.close()
    server.closeAllConnections()
    await stopWatching()
    rmSync(target, { recursive: true, force: true })
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  endWithNpm(() => void stop())
}

try {
  const options = readDevOptions(process.argv.slice(2), process.env)
  if (options) await main(options)
} catch (error) {
  warn(`dev: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
