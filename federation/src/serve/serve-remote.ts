import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { ReleaseStore } from '../release/store/store.ts'
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
 * that is not here is fetched from the remote's own store, when it has one.
 */
export function serveRemote(
  folder: string,
  name: string,
  warn: (line: string) => void = warnOnStderr,
): RequestListener {
  const store = new ReleaseStore(folder)
  const fetchBuild = fetchMissing(store, name, warn)
  const sendFile = filesOf(join(store.folder, 'artifacts', name))

  return guarded(async (request, response) => {
    const refuse = refuser(response, forAnyOrigin)
    const path = request.url?.split('?')[0] ?? '/'
    if (path === '/healthz') return refuse(200, 'ok')
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD')
    let failed = await sendFile(request, response, path, ofFiles)
    if (failed === 404) {
      const fetched = await fetchBuild(/^\/([^/]+)\//.exec(path)?.[1] ?? '')
      if (fetched === 'failed') return refuse(503, `not to be had from the store of ${name} now`)
      if (fetched === 'here') failed = await sendFile(request, response, path, ofFiles)
    }
    if (failed === 404) refuse(404, `not published under ${name}`)
    else if (failed !== null) refuse(failed, failed === 400 ? 'that is not a path' : 'this file cannot be sent')
  }, warn)
}
