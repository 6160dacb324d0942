import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

export const usage = `npm run skew [-- PART@VERSION… | --manifest FILE] [--report FILE] [--api URL] [--port N] [--dry-run]
Runs the contract and smoke tests for {live shell, next shell} × {live, next, last known good of each remote}, where next is the live
release of DATA_DIR with these pins, or what a manifest makes of it. Without either: for what is live. Writes nothing into DATA_DIR.
--report write what was found to FILE, for "--skew FILE" of release plan, apply, pin and canary start
--api    an API that is there, with ADMIN_EMAIL and ADMIN_PASSWORD; default: one of its own with demo rows
--port   the first of the ports for the scratch origins, which that API must allow; default: any free ones
Ends with 0 when all is well, 1 when a pair failed or nothing could be tried, 2 when it is not understood.`

/** A command line that cannot be understood. */
export class UsageError extends Error {}

export type SkewOptions = {
  help: boolean
  pins: string[]
  api: string | undefined
  port: number | undefined
  manifest: string | undefined
  report: string | undefined
  dryRun: boolean
}

/** Reads the command line. Throws `UsageError` naming what is wrong. */
export function parseOptions(args: string[]): SkewOptions {
  const { values, positionals } = parse(args)
  const pin = positionals.find((text) => !/^[^@\s]+@[^@\s]+$/.test(text))
  if (pin !== undefined) throw new UsageError(`"${pin}" is not a pin; write PART@VERSION, such as drivers@1.3.0`)
  const { help = false, manifest, report, api, port, 'dry-run': dryRun = false } = values
  if (manifest !== undefined && positionals.length > 0)
    throw new UsageError(`--manifest: a manifest names all parts; leave ${positionals.join(', ')} away`)
  if (api !== undefined && !/^https?:$/.test(URL.canParse(api) ? new URL(api).protocol : ''))
    throw new UsageError(`--api: "${api}" is not an http(s) address such as http://host:4000`)
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_500))
    throw new UsageError(`--port: "${port}" is not a port from 1 to 65500`)
  if (report !== undefined) requireRoomFor(report)
  return {
    help,
    pins: positionals,
    api: api?.replace(/\/$/, ''),
    port: port === undefined ? undefined : Number(port),
    manifest,
    report,
    dryRun,
  }
}

/** Before the run: it takes minutes, and what it found would be lost with a file that cannot be written. */
function requireRoomFor(file: string) {
  try {
    const isThere = statSync(file, { throwIfNoEntry: false })
    if (isThere?.isDirectory()) throw new Error('it is a folder')
    accessSync(isThere ? file : dirname(file), constants.W_OK)
  } catch (error) {
    throw new UsageError(`--report: "${file}" cannot be written: ${error instanceof Error ? error.message : ''}`)
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        api: { type: 'string' },
        port: { type: 'string' },
        manifest: { type: 'string' },
        report: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
