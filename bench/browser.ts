import { chromium, type Browser } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../e2e/harness/page/chromium.ts'

const executablePath = chromiumPath()

/**
 * The browser that benches measure in. The protocol reports who began a request, so V8 must know the lines of the
 * functions on the stack. It parses them a second time for that, unless it keeps the lines from the first. No
 * visitor's browser does that work.
 */
const measuring = {
  args: [...chromiumFlags, '--js-flags=--no-enable-lazy-source-positions'],
  ...(executablePath && { executablePath }),
}

export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ ...measuring, args: [...measuring.args, ...flags] })
