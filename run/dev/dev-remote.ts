import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPart } from '@interline/federation/built'
import { parseOrigin } from '@interline/federation/release'
import { serveSource, watchSource, type SourceBuild } from '@interline/federation/source'
import { adviseGrant } from './dev-grant.ts'
import { endWithNpm } from '../end-with-npm.ts'
import { readDevWish, WishError, type DevWish } from './dev-wish.ts'
import { requireFreePorts } from '../ports.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** Only this machine may ask: both of its names, as far as it has them. */
async function listenHere(handler: RequestListener, port: number): Promise<Server[]> {
  const listen = (host: string) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer(handler)
      server.once('error', reject).listen(port, host, () => resolve(server))
    })
  const first = await listen('127.0.0.1')
  const second = await listen('::1').catch(() => null)
  return second ? [first, second] : [first]
}

function tellOf(name: string) {
  return (build: SourceBuild) => {
    if (build.state === 'built') say(`${name}: build ${build.descriptor.build} in ${build.ms} ms`)
    if (build.state === 'failed') complain(`${name}: the build has errors, the last good one is served\n${build.errors}`)
  }
}

async function main(wish: DevWish) {
  const part = readPart(wish.folder)
  if (!part.source) throw new WishError(`${wish.folder} is not a remote: it has no remote.json`)
  const origin = wish.origin ? parseOrigin(wish.origin) : `http://localhost:${wish.port}`
  await requireFreePorts([{ port: wish.port, what: `the source of ${part.name}`, setting: '--port' }])

  const target = mkdtempSync(join(tmpdir(), `interline-dev-${part.name}-`))
  const hosts = [new URL(origin).host, ...['localhost', '127.0.0.1', '[::1]'].map((host) => `${host}:${wish.port}`)]
  const source = serveSource(target, { shell: wish.shell, hosts })
  const tell = tellOf(part.name)
  let isFirst = true
  const stopWatching = await watchSource(part.folder, target, (build) => {
    source.tell(build)
    tell(build)
    if (build.state === 'built' && isFirst) {
      isFirst = false
      adviseGrant({ ...wish, remote: part.name, origin }, say)
    }
  })
  const servers = await listenHere(source.handler, wish.port)
  say(`${part.name} from ${wish.folder}: ${origin}`)

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    source.close()
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
    await stopWatching()
    rmSync(target, { recursive: true, force: true })
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  endWithNpm(() => void stop())
}

try {
  const wish = readDevWish(process.argv.slice(2), process.env)
  if (wish) await main(wish)
} catch (error) {
  complain(`dev: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(error instanceof WishError ? 2 : 1)
}
