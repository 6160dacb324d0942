import type { ServerResponse } from 'node:http'
import { artifactFolder, type RemoteDescriptor } from '../schema/index.ts'
import { guarded, refuser, warnOnStderr } from '../serve/http/guard.ts'
import { always, immutable } from '../serve/http/headers.ts'
import { filesOf } from '../serve/http/static-files.ts'
import type { SourceBuild } from './watch-source.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A page on this machine may be reached as localhost and as 127.0.0.1. */
function isSame(shell: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const [wanted, given] = [new URL(shell), new URL(origin)]
  const isOwnMachine = [wanted, given].every(({ hostname }) => loopback.test(hostname))
  return (
    wanted.origin === given.origin || (isOwnMachine && wanted.port === given.port && wanted.protocol === given.protocol)
  )
}

/**
 * The origin of a remote's source: `GET /remote.json` is the finished descriptor of the last good build, `GET /events`
 * reports each build (server-sent events, the present state first), and each build has an immutable folder. Only the
 * pages of `shell` may read it.
 */
export function serveSource(
  folder: string,
  { shell, hosts }: { shell: string; hosts: string[] },
  warn: (line: string) => void = warnOnStderr,
) {
  const open = new Set<ServerResponse>()
  let descriptor: RemoteDescriptor | null = null
  let lastEvent = JSON.stringify({ state: 'building' })
  const sendFile = filesOf(folder)

  const handler = guarded(async (request, response) => {
    const answer = refuser(response)
    // Another name for this machine in an address is a page of somebody else that points its own name here.
    if (!hosts.includes(request.headers.host ?? '')) return answer(403, `this is ${hosts.join(' or ')}`)
    const { origin } = request.headers
    response.setHeader('vary', 'origin')
    if (origin && isSame(shell, origin)) response.setHeader('access-control-allow-origin', origin)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'only GET and HEAD')
    const path = request.url?.split('?')[0] ?? '/'
    if (path === '/healthz') return answer(200, 'ok')
    if (path === '/remote.json')
      return descriptor
        ? answer(200, JSON.stringify(descriptor), 'application/json')
        : answer(503, 'no build is finished yet')
    if (path === '/events') {
      response.writeHead(200, { ...always, 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`data: ${lastEvent}\n\n`)
      open.add(response)
      return void request.once('close', () => open.delete(response))
    }
    if (path.startsWith('/out/')) return answer(404, 'not found')
    const failed = await sendFile(request, response, path, {
      ...always,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': immutable,
    })
    if (failed !== null) answer(failed, failed === 404 ? 'not found' : 'this file cannot be sent')
  }, warn)

  return {
    handler,
    /** Serves a build, and sends an event of it to every open page. */
    emit(build: SourceBuild) {
      if (build.state === 'built') descriptor = build.descriptor
      lastEvent = JSON.stringify(
        build.state === 'built' ? { state: 'built', build: artifactFolder(build.descriptor) } : build,
      )
      for (const response of open) response.write(`data: ${lastEvent}\n\n`)
    },
    close() {
      for (const response of open) response.end()
    },
  }
}
