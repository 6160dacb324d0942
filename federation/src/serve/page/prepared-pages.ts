import { existsSync, readFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { artifactFolder } from '../../schema/index.ts'
import type { SignedRelease } from '../../release/store/store.ts'
import { pageHeaders } from '../http/headers.ts'
import { pageRenderer, type PageSettings } from './page.ts'

/** How a release is shown: its HTML for a path, and the headers of a page that no dev override changes. */
type PreparedPages = { render: ReturnType<typeof pageRenderer>; headers: OutgoingHttpHeaders }

/**
 * Prepares the pages of a release once. `shells` is the folder of the shell's builds: the start script of the release
 * stands in its pages. One that was altered does not run, for the page's policy has its hash; one that is missing is
 * looked for again.
 */
export function preparedPages(settings: PageSettings, shells: string) {
  const prepared = new WeakMap<SignedRelease, PreparedPages>()
  return (served: SignedRelease): PreparedPages => {
    const known = prepared.get(served)
    if (known) return known
    const { descriptor } = served.release.shell
    const file = join(shells, artifactFolder(descriptor), descriptor.start)
    const start = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const pages = { render: pageRenderer(served, settings, start), headers: pageHeaders(served.release, settings) }
    if (start !== '') prepared.set(served, pages)
    return pages
  }
}
