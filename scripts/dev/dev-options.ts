import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ReleaseStore } from '@interline/federation/release'
import { usualDevOrigin } from '@interline/federation/schema'
import { parts } from '../workspace/parts.ts'

const usualPort = new URL(usualDevOrigin).port

const usage = `npm run dev -- PART|FOLDER [--shell URL] [--port ${usualPort}]
Serves one remote from its source: each change is built and shown within the shell at --shell, once you run it there.
  --shell   the Interline to run it in; default: the one of DATA_DIR, or http://localhost:3000
  --port    where it is served on this machine
Without PART it runs the whole product from source.`

/** A command that could not be understood. */
export class UsageError extends Error {}

export type DevOptions = {
  folder: string
  port: number
  shell: string
}

const options = {
  shell: { type: 'string' },
  port: { type: 'string', default: usualPort },
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
  const shell = values.shell ?? shellOriginIn(resolve(env.DATA_DIR || '.data')) ?? 'http://localhost:3000'
  if (!URL.canParse(shell)) throw new UsageError(`--shell: "${shell}" is not an address`)
  return { folder: folderOf(what), port, shell: new URL(shell).origin }
}

/** Where the shell of an installation is served; undefined when the folder holds none. */
const shellOriginIn = (dataDir: string): string | undefined =>
  existsSync(join(dataDir, 'releases')) ? new ReleaseStore(dataDir).origins().shell : undefined

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
