import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parts } from '../workspace/parts.ts'
import { readShellOrigin } from './dev-override.ts'

const usage = `npm run dev -- PART|FOLDER [--shell URL] [--port 3190] [--origin URL] [--admin EMAIL] [--hours 8]
Serves one remote from its source: each change is built and shown within the shell that runs at --shell, for who has a grant.
  --shell   the Interline to run it in; default: the one of DATA_DIR, or http://localhost:3000
  --port    where it is served on this machine
  --origin  how browsers reach that; default: http://localhost:PORT
  --admin   who may run it; default, on one's own machine: the demo administrator
  --hours   how long, at most 24
Without PART it runs the whole product from source.`

/** A command that could not be understood. */
export class UsageError extends Error {}

export type DevOptions = {
  folder: string
  port: number
  origin: string | null
  shell: string
  admin: string | null
  hours: number
  dataDir: string
}

const options = {
  shell: { type: 'string' },
  port: { type: 'string', default: '3190' },
  origin: { type: 'string' },
  admin: { type: 'string' },
  hours: { type: 'string', default: '8' },
  help: { type: 'boolean' },
} as const

/** Reads the arguments of `npm run dev -- …`; null when only help was wanted. Throws `UsageError`. */
export function readDevOptions(args: string[], env: NodeJS.ProcessEnv): DevOptions | null {
  const { values, positionals } = parse(args)
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return null
  }
  const [what, ...more] = positionals
  if (!what || more.length > 0) throw new UsageError(usage)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`--port: "${values.port}" is not a port`)
  const hours = Number(values.hours)
  if (!(hours > 0 && hours <= 24))
    throw new UsageError(`--hours: "${values.hours}" is not a number of hours, at most 24`)
  const dataDir = resolve(env.DATA_DIR || '.data')
  const shell = values.shell ?? readShellOrigin(dataDir) ?? 'http://localhost:3000'
  if (!URL.canParse(shell)) throw new UsageError(`--shell: "${shell}" is not an address`)
  return {
    folder: folderOf(what),
    port,
    origin: values.origin ?? null,
    shell: new URL(shell).origin,
    admin: values.admin ?? null,
    hours,
    dataDir,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function folderOf(what: string): string {
  const known = parts.find(({ name }) => name === what && name !== 'shell')
  const folder = known?.folder ?? resolve(what)
  if (existsSync(join(folder, 'remote.json'))) return folder
  const names = parts.map(({ name }) => name).filter((name) => name !== 'shell')
  throw new UsageError(`"${what}" is neither a remote (${names.join(', ')}) nor a folder with a remote.json`)
}
