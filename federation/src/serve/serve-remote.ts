import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ReleaseStore } from '../release/store/store.ts'
import { fetchMissing } from './fetch-missing.ts'
import { guarded, refuser, warnOnStderr } from './http/guard.ts'
import { always, forAnyOrigin, immutable } from './http/headers.ts'
import { filesOf } from './http/static-files.ts'

const ofFiles = {
  ...always,
  ...forAnyOrigin,
  'cache-control': immutable,
}

/**
 * A remote's origin: every published build of it, immutable, readable by any origin; errors are never cached. A build
 * that is not here is fetched from the remote's own store, when it has one, into the folder of `store.state`.
 */
export function serveRemote(
  store: ReleaseStore,
  name: string,
  warn: (line: string) => void = warnOnStderr,
): RequestListener {
  const fetchBuild = fetchMissing(store, name, warn)
  const senders = [join(store.folder, 'artifacts', name), join(store.state.folder, 'builds', name)].map(filesOf)
  /** Null when it was sent, else the status. */
  async function sendFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<number | null> {
    let failed: number | null = 404
    for (const send of senders) if (failed === 404) failed = await send(request, response, path, ofFiles)
    return failed
  }

  return guarded(async (request, response) => {
    const refuse = refuser(response, forAnyOrigin)
    const path = request.url?.split('?')[0] ?? '/'
    if (path === '/healthz') return refuse(200, 'ok')
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD')
    let failed = await sendFile(request, response, path)
    if (failed === 404) {
      const fetched = await fetchBuild(/^\/([^/]+)\//.exec(path)?.[1] ?? '')
      if (fetched === 'failed') return refuse(503, `not to be had from the store of ${name} now`)
      if (fetched === 'here') failed = await sendFile(request, response, path)
    }
    if (failed === 404) refuse(404, `not published under ${name}`)
    else if (failed !== null) refuse(failed, failed === 400 ? 'that is not a path' : 'this file cannot be sent')
  }, warn)
}
