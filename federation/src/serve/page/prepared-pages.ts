import type { OutgoingHttpHeaders } from 'node:http'
import type { SignedRelease } from '../../release/store/store.ts'
import { pageHeaders } from '../http/headers.ts'
import { pageRenderer, type PageSettings } from './page.ts'

/** How a release is shown: its HTML for a path, and the headers of a page that no dev override changes. */
type PreparedPages = { render: ReturnType<typeof pageRenderer>; headers: OutgoingHttpHeaders }

/** Prepares the pages of a release once, and anew when the text of its start script changes. */
export function preparedPages(settings: PageSettings) {
  const prepared = new WeakMap<SignedRelease, { start: string; pages: PreparedPages }>()
  return (served: SignedRelease, start: string): PreparedPages => {
    const known = prepared.get(served)
    if (known?.start === start) return known.pages
    const pages = {
      render: pageRenderer(served, settings, start),
      headers: pageHeaders(served.release, settings),
    }
    prepared.set(served, { start, pages })
    return pages
  }
}
