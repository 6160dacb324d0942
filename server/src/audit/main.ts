import { parseArgs } from 'node:util'
import { BackupError } from '../backup/archive.ts'
import { withDatabaseAsItIs } from '../backup/open-as-it-is.ts'
import { readConfig, SettingError, type Config } from '../config/config.ts'
import { FolderLockedError } from '../database/pglite/folder-lock.ts'
import { verifyAudit, type AuditHead } from './verify-chain.ts'

const usage = `npm run audit -- verify [--expect NUMBER:HASH]
Reads all that is left of the audit, and names the first entry that was changed, moved or removed, while the API runs or not. Prints number
and hash of the last entry. Keep them elsewhere: with --expect a later run shows that the audit still holds that entry.
The settings are those of npm start. Ends with 0 when all is as it was written, 1 when not, 2 when the command was wrong.`

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
    return parseArgs({ options: { expect: { type: 'string' }, help: { type: 'boolean' } }, allowPositionals: true })
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
if (act !== 'verify') fail(2, `${act ? `there is no act "${act}"` : 'say what to do'}\n${usage}`)
const expected = readHead(values.expect)
try {
  await verify(readConfig(process.env))
} catch (error) {
  const isPlain = [BackupError, SettingError, FolderLockedError].some((Plain) => error instanceof Plain)
  fail(1, error instanceof Error ? (isPlain ? error.message : (error.stack ?? error.message)) : String(error))
}

async function verify(config: Config) {
  const { entries, head, removed, broken } = await withDatabaseAsItIs(config, log, [], ({ longQueries }) =>
    verifyAudit(longQueries, expected),
  )
  if (broken) fail(1, `${broken}. The ${entries} entries before are as they were written.`)
  log(`All ${entries} entries are as they were written. The last one: ${head.sequence}:${head.hash || '-'}`)
  if (removed.sequence > 0) log(`Entries 1 to ${removed.sequence} were removed by their age, as the policy says.`)
}
