import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyCheckout } from './checkout.ts'
import { takePorts } from '../product/ports.ts'
import { pathOfOthers } from './team.ts'
import { Terminal } from './terminal.ts'

/**
 * An installation in a copy of this checkout, started by `npm start` as the README says, and two parts of it that were
 * raised to 1.1.0 since. A terminal stands in its folder; the ports of the guides (3000 and on, 3105 and 4000) are free
 * ones of this machine. The caller closes it.
 */
export async function startInstallation() {
  const folder = copyCheckout()
  const port = await takePorts()
  const ports: Record<string, number> = {
    3105: port + 8,
    4000: port + 9,
    ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((at) => [3000 + at, port + at])),
  }
  const here = (text: string) => text.replace(/\b\d{4}\b/g, (number) => String(ports[number] ?? number))
  const quiet = {
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    FORCE_COLOR: '0',
  }
  const env = {
    PATH: pathOfOthers(),
    PORT: String(port),
    API_PORT: String(port + 9),
    DEMO_ROWS: '5',
    LOADER_MS: '0',
    LOG_LEVEL: 'warn',
    ...quiet,
  }
  const terminal = new Terminal(folder, env, here)
  try {
    await terminal.do({
      at: 'README.md',
      command: 'npm start',
      prints: ['Ready: http://localhost:3000 …'],
      code: 0,
      runsOn: true,
    })
  } catch (error) {
    await terminal.close()
    throw error
  }
  for (const name of ['drivers', 'users']) handIn(join(folder, `mfe-${name}`), '1.1.0')
  return {
    folder,
    terminal,
    env,
    url: here('http://localhost:3000'),
    apiUrl: here('http://localhost:4000'),
    close: () => terminal.close(),
  }
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>

function handIn(folder: string, version: string) {
  const manifest = join(folder, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`))
  const messages = join(folder, 'src/messages.en.json')
  writeFileSync(messages, readFileSync(messages, 'utf8').replace(/("title": "[^"]+)"/, '$1, version 1.1"'))
}
