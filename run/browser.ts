import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './parts.ts'

const known = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) => [`/usr/bin/${name}`, `/usr/local/bin/${name}`])
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const present = () => [process.env.CHROMIUM_PATH ?? '', ...known, ...applications].find((path) => path && existsSync(path))

function playwrightsOwn(): string | undefined {
  const require = createRequire(join(root, 'e2e', 'package.json'))
  const { chromium } = require('@playwright/test') as { chromium: { executablePath(): string } }
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const run = (command: string, args: string[], cwd = root) =>
  spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 }).status === 0

const managers: [string, string[][]][] = [
  ['apt-get', [['update', '-qq'], ['install', '-y', '-qq', 'chromium']]],
  ['dnf', [['install', '-y', 'chromium']]],
  ['apk', [['add', 'chromium']]],
]

/**
 * The Chromium for the browser tests: one that is there (`CHROMIUM_PATH` first), else Playwright's own, else the system package
 * manager's. Throws when none can be had.
 */
export function findBrowser(say: (line: string) => void): string {
  const found = present() ?? playwrightsOwn()
  if (found) return found

  say('No Chromium is here: asking Playwright for its own')
  if (run('npx', ['playwright', 'install', 'chromium'], join(root, 'e2e')) && playwrightsOwn()) return playwrightsOwn() ?? ''

  for (const [manager, steps] of managers) {
    if (spawnSync(manager, ['--version']).error) continue
    say(`Playwright’s browser cannot be had: installing Chromium with ${manager}`)
    if (steps.every((args) => run(manager, args))) break
  }
  const installed = present()
  if (!installed) throw new Error('No Chromium could be found or installed; install one and name it in CHROMIUM_PATH.')
  return installed
}
