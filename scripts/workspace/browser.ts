import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './parts.ts'

const known = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) => [
  `/usr/bin/${name}`,
  `/usr/local/bin/${name}`,
])
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const shells = ['/usr/bin/chromium-headless-shell', '/usr/local/bin/chromium-headless-shell']

const firstOf = (paths: string[]) => paths.find((path) => path && existsSync(path))
const present = () => firstOf([process.env.CHROMIUM_PATH ?? '', ...known, ...applications])

function playwrightsOwn(): string | undefined {
  const requireFromTests = createRequire(join(root, 'e2e', 'package.json'))
  const { chromium } = requireFromTests('@playwright/test') as { chromium: { executablePath(): string } }
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const run = (command: string, args: string[], cwd = root) =>
  spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 }).status === 0

const managers: [string, string[][]][] = [
  [
    'apt-get',
    [
      ['update', '-qq'],
      ['install', '-y', '-qq', 'chromium'],
    ],
  ],
  ['dnf', [['install', '-y', 'chromium']]],
  ['apk', [['add', 'chromium']]],
]

/**
 * The whole Chromium, as people have it: one that is there (`CHROMIUM_PATH` first), else Playwright's own, else the
 * system package manager's. Throws when none can be had.
 */
export function findBrowser(log: (line: string) => void): string {
  const found = present() ?? playwrightsOwn()
  if (found) return found

  log('No Chromium is here: asking Playwright for its own')
  if (run('npx', ['playwright', 'install', 'chromium'], join(root, 'e2e')) && playwrightsOwn())
    return playwrightsOwn() ?? ''

  for (const [manager, steps] of managers) {
    if (spawnSync(manager, ['--version']).error) continue
    log(`Playwright’s browser cannot be had: installing Chromium with ${manager}`)
    if (steps.every((args) => run(manager, args))) break
  }
  const installed = present()
  if (!installed) throw new Error('No Chromium could be found or installed; install one and name it in CHROMIUM_PATH.')
  return installed
}

const isRoot = () => process.getuid?.() === 0
const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20']

/** Debian's package of the headless shell. Only root can install it, and other systems have none. */
function installShell(log: (line: string) => void): string | undefined {
  if (!isRoot() || spawnSync('apt-get', ['--version']).error) return undefined
  log('Installing Chromium’s headless shell with apt-get: browser tests take half the time in it')
  const install = () => run('apt-get', [...impatient, 'install', '-y', '-qq', 'chromium-headless-shell'])
  if (!install() && run('apt-get', [...impatient, 'update', '-qq'])) install()
  return firstOf(shells)
}

/**
 * The Chromium for many tests: its headless shell, which needs half the time of the whole browser because it has no
 * windows to draw; the whole browser where there is none. `CHROMIUM_PATH` comes first. Nothing is installed where a
 * browser is there.
 */
export function findTestBrowser(log: (line: string) => void): string {
  const named = firstOf([process.env.CHROMIUM_PATH ?? '', ...shells])
  if (named) return named
  const whole = present() ?? playwrightsOwn()
  if (whole) log(`Browser tests run in ${whole}; Debian’s chromium-headless-shell would take half the time`)
  return whole ?? installShell(log) ?? findBrowser(log)
}
