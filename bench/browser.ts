import { launchBrowser as launch } from '../e2e/harness/page/chromium.ts'

/**
 * The browser that benches measure in. The protocol reports who began a request, so V8 must know the lines of the
 * functions on the stack. It parses them a second time for that, unless it keeps the lines from the first. No
 * visitor's browser does that work.
 */
export const launchBrowser = (flags: readonly string[] = []) =>
  launch(['--js-flags=--no-enable-lazy-source-positions', ...flags])
