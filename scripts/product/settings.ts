import { resolve } from 'node:path'
import { clientAddressFrom } from '../../federation/src/serve/http/client-address.ts'
import { hostOf, nameOf } from '../../federation/src/serve/http/listen.ts'
import { readPageSettings } from '../../federation/src/serve/page/page-settings.ts'

export type Settings = {
  /** Where all of it listens: an address, or `localhost` for both that this machine has for itself. */
  host: string
  port: number
  apiPort: number
  /** A backend that is already there; null when we start our own. */
  apiUrl: string | null
  dataDir: string
  /** Origins besides our own shell's that may call the API, e.g. the public name of a proxy. */
  allowedOrigins: string[]
  production: boolean
  /** Whether people may run a part from its source in this shell. */
  devOverride: boolean
}

/** A setting that cannot be used; the message names it. */
export class SettingError extends Error {}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number, room: number): number {
  const text = env[name] || String(fallback)
  const port = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(port >= 1 && port + room <= 65_535))
    throw new SettingError(`${name}: "${text}" is not a port from 1 to ${65_535 - room}`)
  return port
}

function readUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name]
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`${name}: "${text}" is not an http(s) address such as http://host:4000`)
  if (url.pathname !== '/' || url.search)
    throw new SettingError(`${name}: "${text}" must be host and port only; /api/v1 is added to it`)
  return url.origin
}

/** Settings that the origins would refuse only later, when the build is done and the API runs. */
function orSettingError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Reads the settings of `npm start`; those of the API alone are the server's to read. `parts` is how many ports are
 * needed from PORT on.
 */
export function readSettings(env: NodeJS.ProcessEnv, parts: number): Settings {
  const port = readPort(env, 'PORT', 3000, parts - 1)
  const apiPort = readPort(env, 'API_PORT', 4000, 0)
  const apiUrl = readUrl(env, 'API_URL')
  const host = orSettingError(() => hostOf(env))
  if (!apiUrl && apiPort >= port && apiPort < port + parts) {
    throw new SettingError(`API_PORT: ${apiPort} is one of the ports ${port} to ${port + parts - 1} that PORT takes`)
  }
  orSettingError(() => clientAddressFrom(env))
  const production = readProduction(env)
  // A page of this very machine is its developer's; elsewhere somebody has to want it.
  const isOwnMachine = /^(localhost|127\..*|::1)$/.test(host)
  const DEV_OVERRIDE = env.DEV_OVERRIDE || (isOwnMachine && !production ? 'on' : 'off')
  const API_URL = apiUrl ?? `http://${nameOf(host)}:${apiPort}`
  const { devOverride = false } = orSettingError(() => readPageSettings({ ...env, API_URL, DEV_OVERRIDE }))
  return {
    host,
    port,
    apiPort,
    apiUrl,
    dataDir: resolve(env.DATA_DIR || '.data'),
    allowedOrigins: (env.ALLOWED_ORIGINS ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    production,
    devOverride,
  }
}

/** Only this very word is production; another way to write it would start the demo. */
function readProduction({ NODE_ENV: environment = '' }: NodeJS.ProcessEnv): boolean {
  if (environment !== '' && !['production', 'development', 'test'].includes(environment))
    throw new SettingError(`NODE_ENV: "${environment}" is none of production, development and test`)
  return environment === 'production'
}
