import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { ReleaseStore } from '../release/store/store.ts'
import { devOverridesOf } from './dev-override/dev-overrides.ts'
import { startScripts } from './page/start-scripts.ts'
import { always, immutable, pageHeaders } from './http/headers.ts'
import { operationsOf } from './operations.ts'
import type { PageSettings } from './page/page.ts'
import { preparedPages } from './page/prepared-pages.ts'
import { ServedReleases } from './page/served-releases.ts'
import { releasesOf } from './page/release-for.ts'
import { pageSender } from './page/send-page.ts'

const unversioned = /^\/(svg\/|favicon\.svg$|robots\.txt$)/

/**
 * The shell's origin: its HTML with the release inlined that who asks gets (never cached), every published build of the
 * shell (immutable), that shell's static files such as /svg/sprite.svg, and its operations.
 */
export function serveShell(
  folder: string,
  settings: PageSettings,
  warn: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): RequestListener {
  const store = new ReleaseStore(folder)
  const releaseFor = releasesOf(new ServedReleases(store), warn)
  const pagesOf = preparedPages(settings)
  const answersOperation = operationsOf(store, settings.apiUrl, warn)
  const overrides = devOverridesOf(store, settings.apiUrl, warn)
  const sendPage = pageSender()
  const startOf = startScripts(join(store.folder, 'artifacts', 'shell'))
  const files = sirv(join(store.folder, 'artifacts', 'shell'), {
    dev: true,
    brotli: true,
    gzip: true,
    setHeaders: (response) => {
      if (!response.hasHeader('cache-control')) response.setHeader('cache-control', immutable)
      response.setHeader('access-control-allow-origin', '*')
      for (const [header, value] of Object.entries(always)) response.setHeader(header, value)
    },
  })

  const answer: RequestListener = (request, response) => {
    const refuse = refuser(response)
    const served = releaseFor(request)
    if (answersOperation(request, response, served) || overrides.answers(request, response)) return
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD')

    const base = URL.canParse(request.url ?? '', 'http://shell') ? new URL(request.url ?? '', 'http://shell') : null
    if (!base) return refuse(400, 'that is not a path')
    // Open tabs go on with the builds they know.
    if (typeof served === 'string') return files(request, response, () => refuse(503, served))

    if (unversioned.test(base.pathname)) {
      request.url = new URL(served.release.shell.url).pathname + base.pathname.slice(1)
      // One page asks for the sprite several times; a new release's icons are there a minute later.
      response.setHeader('cache-control', 'public, max-age=60')
    }
    return files(request, response, () => {
      response.removeHeader('cache-control')
      const wantsPage = request.headers.accept?.includes('text/html') || !/\.[a-z0-9]+$/i.test(base.pathname)
      if (!wantsPage || unversioned.test(base.pathname)) return refuse(404, 'not found')
      const overridden = overrides.ofPage(request, response)
      const { render, headers } = pagesOf(served, startOf(served.release), overrides.areAllowed())
      sendPage(
        request,
        response,
        overridden ? pageHeaders(served.release, settings, overridden.override.origin) : headers,
        render(base.pathname, overridden),
      )
    })
  }

  // A file that cannot be read, such as half a canary.json when the metrics are asked for, must not end the origin.
  return (request, response) => {
    try {
      answer(request, response)
    } catch (error) {
      warn(`${request.method} ${request.url}: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else refuser(response)(500, 'this could not be answered; the log of this origin says why')
    }
  }
}

const refuser = (response: ServerResponse) => (status: number, text: string) =>
  void response.writeHead(status, { ...always, 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text)
