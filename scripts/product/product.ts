import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beginInstallation, openInstallation, readFreeze, readPublicKey } from '@interline/federation/release'
import { buildParts } from './build-parts.ts'
import { endWithNpm } from './end-with-npm.ts'
import { nameOf } from '../../federation/src/serve/http/listen.ts'
import { findParts, parts, type PartFolder } from '../workspace/parts.ts'
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

/** The parts that run here, in the order of their ports. */
const running = [...parts]
const portOf = ({ port }: Settings, name: string) => port + running.findIndex((part) => part.name === name)
const originOf = (settings: Settings, name: string) => `http://${nameOf(settings.host)}:${portOf(settings, name)}`

let before: Promise<void> = Promise.resolve()
/** Whether what was built waits for the end of a freeze. */
let isFrozen = false

/** Builds what changed, publishes and pins it into the product's releases, one time after the other. */
function bringUpToDate(settings: Settings, follow: boolean): Promise<void> {
  const now = before.then(async () => {
    await buildParts(running, log)
    isFrozen = !releaseParts(settings.dataDir, running, ({ name }) => originOf(settings, name), log, { follow })
  })
  before = now.catch(() => undefined)
  return now
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

/** Takes in remotes that are made while the product runs, once they are installed: each at the next port. */
function takeInNewParts(
  settings: Settings,
  publicKeys: string,
  follow: boolean,
  onNewPart: (part: PartFolder) => void,
) {
  let isBusy = false
  const look = async () => {
    if (isFrozen && !readFreeze(openInstallation(settings.dataDir, process.env))) {
      isFrozen = false
      await bringUpToDate(settings, follow)
    }
    const isNew = ({ name, folder }: PartFolder) =>
      existsSync(join(folder, 'node_modules')) && running.every((part) => part.name !== name)
    for (const part of findParts().filter(isNew)) {
      running.push(part)
      const { name } = part
      try {
        const port = portOf(settings, name)
        await requireFreePorts([{ port, what: `the origin of ${name}`, setting: 'PORT' }], settings.host)
        const origin = startOrigin(settings, name, publicKeys)
        onNewPart(part)
        await bringUpToDate(settings, follow)
        await origin.ready
      } catch (error) {
        warn(error instanceof Error ? error.message : String(error))
      }
    }
  }
  setInterval(() => {
    if (isBusy) return
    isBusy = true
    void look()
      .catch((error: unknown) => warn(error instanceof Error ? error.message : String(error)))
      .finally(() => (isBusy = false))
  }, 1000).unref()
}

/**
 * Starts API, shell and remote origins and prints the `Ready:` line; ends all of it on SIGINT, SIGTERM or SIGHUP, and
 * with the npm that it was started by. A setting that cannot be used ends it with one line that names the setting.
 * Returns how to bring a running product up to date. A remote that is made meanwhile is taken in, and `onNewPart` hears
 * of it.
 */
export async function startProduct(
  env: NodeJS.ProcessEnv,
  { follow = false, onNewPart = () => undefined }: { follow?: boolean; onNewPart?: (part: PartFolder) => void } = {},
) {
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
    takeInNewParts(settings, publicKeys, follow, onNewPart)
    return { bringUpToDate: () => bringUpToDate(settings, follow) }
  } catch (error) {
    warn(error instanceof SettingError || error instanceof Error ? error.message : String(error))
    return stop(1)
  }
}
