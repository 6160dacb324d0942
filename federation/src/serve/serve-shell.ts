import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { PageLoads } from '../release/store/page-loads.ts'
import type { ReleaseStore } from '../release/store/store.ts'
import { devOverridesOf } from './dev-override.ts'
import { clientAddressFrom } from './http/client-address.ts'
import { guarded, refuser, warnOnStderr } from './http/guard.ts'
import { always, immutable, pageHeaders } from './http/headers.ts'
import { filesOf } from './http/static-files.ts'
import { operationsOf } from './operations.ts'
import type { PageSettings } from './page/page.ts'
import { preparedPages } from './page/prepared-pages.ts'
import { ServedReleases } from './page/served-releases.ts'
import { releaseFor } from './page/release-for.ts'
import { pageSender } from './page/send-page.ts'

const unversioned = /^\/(svg\/|favicon\.svg$|robots\.txt$)/
const ofFiles = { ...always, 'access-control-allow-origin': '*' }

/**
 * The shell's origin: its HTML with the release inlined that the visitor gets (never cached), every published build of
 * the shell (immutable), that shell's static files such as /svg/sprite.svg, and its operations. It writes in the folder
 * of `store.state` alone.
 */
export function serveShell(
  store: ReleaseStore,
  settings: PageSettings,
  warn: (line: string) => void = warnOnStderr,
  metricsToken?: string,
  clientAddress = clientAddressFrom({}),
): RequestListener {
  store.state.open()
  const releases = new ServedReleases(store, warn)
  const loads = new PageLoads(store.state.folder, warn)
  const shells = join(store.folder, 'artifacts', 'shell')
  const pagesOf = preparedPages(settings, shells)
  const answersOperation = operationsOf(store, releases, loads, settings.apiUrl, warn, clientAddress, metricsToken)
  const overrides = devOverridesOf(settings.devOverride === true)
  const sendPage = pageSender()
  const sendFile = filesOf(shells)

  return guarded(async (request, response) => {
    const refuse = refuser(response)
    const served = releaseFor(releases, request)
    if (answersOperation(request, response, served) || (await overrides.answers(request, response, served))) return
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD')

    const base = URL.canParse(request.url ?? '', 'http://shell') ? new URL(request.url ?? '', 'http://shell') : null
    if (!base) return refuse(400, 'that is not a path')
    const isUnversioned = unversioned.test(base.pathname)
    const path =
      isUnversioned && typeof served !== 'string'
        ? new URL(served.release.shell.url).pathname + base.pathname.slice(1)
        : base.pathname
    const isOfFile = /\.[a-z0-9]+$/i.test(base.pathname)
    if (isOfFile) {
      // One page asks for the sprite several times; a new release's icons are there a minute later.
      const caching = isUnversioned ? 'public, max-age=60' : immutable
      const failed = await sendFile(request, response, path, { ...ofFiles, 'cache-control': caching })
      if (failed === null) return
      if (failed >= 500) return refuse(failed, 'this file cannot be sent')
    }
    // Open tabs go on with the builds they know.
    if (typeof served === 'string') return refuse(503, served)
    if ((isOfFile && !request.headers.accept?.includes('text/html')) || isUnversioned) return refuse(404, 'not found')
    const override = overrides.ofPage(request, served.release)
    const { render, headers } = pagesOf(served)
    const ofRelease = override ? pageHeaders(served.release, settings, override.origin) : headers
    // The script of the page reads it there, and sends it with each report of a failure.
    const ofLoad = request.method === 'GET' && {
      'server-timing': `load;desc="${loads.begin(served.release.number)}"`,
    }
    sendPage(request, response, { ...ofRelease, ...ofLoad }, render(base.pathname, override))
  }, warn)
}
