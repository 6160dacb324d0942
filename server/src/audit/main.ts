import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { BackupError } from '../backup/archive.ts'
import { withDatabaseAsItIs } from '../backup/open-as-it-is.ts'
import { findRunningApi } from '../backup/running-api.ts'
import { auditArchiveFolder, databaseFolder, readConfig, SettingError, type Config } from '../config/config.ts'
import { openDatabases } from '../database/open.ts'
import { FolderLockedError } from '../database/pglite/folder-lock.ts'
import { checkServers } from '../start/check-servers.ts'
import { problemOfArchive } from './cut-archive.ts'
import { AuditCutError } from './cut.ts'
import { auditCutAct, manageAudit, type AuditCutAct } from './manage-audit.ts'
import { verifyAudit, type AuditHead, type AuditVerdict } from './verify-chain.ts'

const usage = `npm run audit -- verify [--expect NUMBER:HASH] [--key KEY] [--archives]
Checks the cuts, reads all that is left of the audit, and names the first entry that was changed, moved or removed, while the API runs or
not. Prints number and hash of the last entry, and the key that signs cuts. Keep them elsewhere: with --expect and --key a later run
shows that they are still those. With --archives it reads the files of removed entries too.

npm run audit -- cut [--before DAY] [--dry-run]
Removes the entries that are older than the policy keeps them, or from before a day such as 2026-01-31 (UTC), into the folder audit-archive of
DATA_DIR. The server does it by itself once a day.

The settings are those of npm start. Ends with 0 when all is as it was written, or done, 1 when not, 2 when the command was wrong.`

const log = (line: string) => void process.stdout.write(`${line}\n`)

function fail(status: number, text: string): never {
  process.stderr.write(`audit: ${text}\n`)
  process.exit(status)
}

function readHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!sequence || !hash) fail(2, `--expect "${text}" is not NUMBER:HASH, as verify prints it\n${usage}`)
  return { sequence: Number(sequence), hash }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        expect: { type: 'string' },
        key: { type: 'string' },
        archives: { type: 'boolean' },
        before: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    fail(2, `${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

const { values, positionals } = readArguments()
if (values.help) {
  log(usage)
  process.exit(0)
}
const act = positionals.join(' ')
const known: Record<string, (keyof typeof values)[]> = {
  verify: ['expect', 'key', 'archives'],
  cut: ['before', 'dry-run'],
}
const options = Object.hasOwn(known, act) ? known[act] : undefined
if (!options) fail(2, `${positionals.length > 0 ? `there is no act "${act}"` : 'say what to do'}\n${usage}`)
for (const name of Object.keys(values) as (keyof typeof values)[])
  if (!options.includes(name)) fail(2, `${act} takes no --${name}\n${usage}`)
const expected = readHead(values.expect)
if (values.key !== undefined && !/^[\w-]{43}$/.test(values.key))
  fail(2, `--key "${values.key}" is not a key, as verify prints it\n${usage}`)
try {
  const config = readConfig(process.env)
  if (act === 'verify') await verify(config)
  else for (const line of await cut(config, readCut())) log(line)
} catch (error) {
  const isPlain = [BackupError, SettingError, FolderLockedError, AuditCutError].some((Plain) => error instanceof Plain)
  fail(1, error instanceof Error ? (isPlain ? error.message : (error.stack ?? error.message)) : String(error))
}

async function verify(config: Config) {
  const verdict = await withDatabaseAsItIs(config, log, [], ({ longQueries }) =>
    verifyAudit(longQueries, expected, values.key),
  )
  const { entries, head, broken, cuts, publicKey } = verdict
  const wrong = broken ?? (values.archives ? await problemOfArchives(config, verdict) : null)
  if (wrong) fail(1, `${wrong}. The ${entries} entries before are as they were written.`)
  log(`All ${entries} entries are as they were written. The last one: ${head.sequence}:${head.hash || '-'}`)
  const last = cuts.at(-1)
  if (!last) return
  log(
    `Entries 1 to ${last.sequence} were removed by ${cuts.length === 1 ? 'a cut' : `${cuts.length} cuts`}, the last on ${last.at.toISOString().slice(0, 10)} by ${last.madeBy}. They are signed with the key ${publicKey ?? ''}`,
  )
  if (values.archives) log('Their archives hold just what was removed.')
}

async function problemOfArchives(config: Config, { cuts }: AuditVerdict): Promise<string | null> {
  let hash = ''
  for (const one of cuts) {
    const problem = await problemOfArchive(auditArchiveFolder(config), one, hash)
    if (problem) return problem
    hash = one.hash
  }
  return null
}

function readCut(): AuditCutAct {
  const wanted = auditCutAct.safeParse({
    act: 'cut-audit',
    before: values.before,
    dryRun: values['dry-run'] ?? false,
    by: `${userName()} with npm run audit`,
  })
  return wanted.data ?? fail(2, `--before "${values.before}" is not a day such as 2026-01-31\n${usage}`)
}

/** In a container the user often has a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}

async function cut(config: Config, wanted: AuditCutAct): Promise<string[]> {
  await checkServers(config)
  const runningApi = config.databaseUrl ? undefined : await findRunningApi(config.dataDir)
  if (runningApi) return runningApi.manage(wanted)
  if (!config.databaseUrl && !existsSync(databaseFolder(config)))
    throw new AuditCutError(`there is no database in ${config.dataDir}`)
  const location = config.databaseUrl ? { url: config.databaseUrl } : { folder: databaseFolder(config) }
  const { longQueries, close } = await openDatabases(location, config.databaseLimits)
  try {
    return await manageAudit(longQueries, auditArchiveFolder(config), wanted)
  } finally {
    await close()
  }
}
