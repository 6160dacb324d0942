import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { ReleaseStore } from '../release/store/store.ts'
import { fetchMissing } from './fetch-missing.ts'
import { always, immutable } from './http/headers.ts'

/**
 * A remote's origin: every published build of it, immutable, readable by any origin; errors are never cached. A build
 * that is not here is fetched from the remote's own store, when it has one.
 */
export function serveRemote(
  folder: string,
  name: string,
  warn: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): RequestListener {
  const store = new ReleaseStore(folder)
  const fetchBuild = fetchMissing(store, name, warn)
  const files = sirv(join(store.folder, 'artifacts', name), {
    dev: true,
    brotli: true,
    gzip: true,
    setHeaders: (response) => {
      response.setHeader('cache-control', immutable)
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('cross-origin-resource-policy', 'cross-origin')
      for (const [header, value] of Object.entries(always)) response.setHeader(header, value)
    },
  })
  return (request, response) => {
    const refuse = (status: number, text: string) =>
      void response
        .writeHead(status, {
          ...always,
          'content-type': 'text/plain',
          'cache-control': 'no-store',
          'access-control-allow-origin': '*',
        })
        .end(text)
    if (request.url === '/healthz') return refuse(200, 'ok')
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD')
    const missing = () => refuse(404, `not published under ${name}`)
    return files(request, response, () => {
      const build = /^\/([^/?#]+)\//.exec(request.url ?? '')?.[1] ?? ''
      void fetchBuild(build).then((fetched) => {
        if (fetched === 'here') files(request, response, missing)
        else if (fetched === 'none') missing()
        else refuse(503, `not to be had from the store of ${name} now`)
      })
    })
  }
}
