import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beginInstallation, readPublicKey } from '@interline/federation/release'
import { buildParts } from './build-parts.ts'
import { endWithNpm } from './end-with-npm.ts'
import { nameOf } from '../../federation/src/serve/http/listen.ts'
import { parts } from '../workspace/parts.ts'
import { requireFreePorts } from './ports.ts'
import { keepRunning, startProcess, stopProcesses } from './processes.ts'
import { releaseParts } from './release-parts.ts'
import { readSettings, SettingError, type Settings } from './settings.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const warn = (line: string) => void process.stderr.write(`${line}\n`)

async function stop(code: number): Promise<never> {
  await stopProcesses()
  process.exit(code)
}

const portOf = ({ port }: Settings, name: string) => port + parts.findIndex((part) => part.name === name)
const originOf = (settings: Settings, name: string) => `http://${nameOf(settings.host)}:${portOf(settings, name)}`

/** Builds what changed, publishes and pins it into the product's releases. */
async function bringUpToDate(settings: Settings, follow: boolean) {
  await buildParts(parts, log)
  releaseParts(settings.dataDir, parts, ({ name }) => originOf(settings, name), log, { follow })
}

function startApi({ host, apiPort, port, dataDir, allowedOrigins }: Settings) {
  const shells = [...new Set([nameOf(host), 'localhost', '127.0.0.1'])].map((name) => `http://${name}:${port}`)
  const env = {
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    ALLOWED_ORIGINS: [...shells, ...allowedOrigins].join(','),
  }
  return startProcess('api', 'server/src/main.ts', [], env, (reason) => {
    warn(`The API ${reason}.`)
    void stop(1)
  })
}

function startOrigin(settings: Settings, name: string, publicKeys: string) {
  const env = {
    DATA_DIR: settings.dataDir,
    API_URL: settings.apiUrl ?? `http://${nameOf(settings.host)}:${settings.apiPort}`,
    DEV_OVERRIDE: settings.devOverride ? 'on' : 'off',
    RELEASE_PUBLIC_KEYS: publicKeys,
  }
  const args = [name, String(portOf(settings, name))]
  return keepRunning(
    (onExit) => startProcess(name, 'federation/src/serve/main.ts', args, env, onExit),
    (reason, restartMs) =>
      warn(
        `The origin of ${name} ${reason}; its routes are out ${restartMs === null ? 'until it is back' : `and it starts again in ${restartMs / 1000} s`}.`,
      ),
  )
}

/**
 * Starts API, shell and remote origins and prints the `Ready:` line; ends all of it on SIGINT, SIGTERM or SIGHUP, and
 * with the npm that it was started by. A setting that cannot be used ends it with one line that names the setting.
 * Returns how to bring a running product up to date.
 */
export async function startProduct(env: NodeJS.ProcessEnv, { follow = false } = {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  endWithNpm(() => void stop(0))
  try {
    const settings = readSettings(env, parts.length)
    await requireFreePorts(
      [
        ...parts.map(({ name }) => ({ port: portOf(settings, name), what: `the origin of ${name}`, setting: 'PORT' })),
        ...(settings.apiUrl ? [] : [{ port: settings.apiPort, what: 'the API', setting: 'API_PORT' }]),
      ],
      settings.host,
    )
    // A mistyped path would look like a product that lost everything.
    if (!existsSync(join(settings.dataDir, 'releases')))
      log(`A new installation begins in ${settings.dataDir} (DATA_DIR).`)
    const store = beginInstallation(settings.dataDir, env)
    const publicKeys = env.RELEASE_PUBLIC_KEYS || readPublicKey(store.keyFile)
    // Origins serve what is released at each moment: they need not wait for it, nor for the database.
    const api = settings.apiUrl ? null : startApi(settings)
    const origins = parts.map(({ name }) => startOrigin(settings, name, publicKeys))
    await buildParts(parts, log)
    await api?.ready
    await bringUpToDate(settings, follow)
    await Promise.all(origins.map(({ ready }) => ready))

    const demo = settings.production || settings.apiUrl ? '' : '  (sign in as admin@interline.test / interline-demo)'
    log(`Ready: ${originOf(settings, 'shell')}${demo}`)
    return { bringUpToDate: () => bringUpToDate(settings, follow) }
  } catch (error) {
    warn(error instanceof SettingError || error instanceof Error ? error.message : String(error))
    return stop(1)
  }
}
