import { withDatabaseAsItIs } from '../backup/open-as-it-is.ts'
import { readConfig } from '../config/config.ts'
import { Command, print } from '../config/command.ts'
import { verifyAudit, type AuditHead } from './verify-chain.ts'

const command: Command = new Command(
  'audit',
  `npm run audit -- verify [--expect NUMBER:HASH]
Reads all that is left of the audit, and names the first entry that was changed, moved or removed, while the API runs or not. Prints number
and hash of the last entry. Keep them elsewhere: with --expect a later run shows that the audit still holds that entry.
The settings are those of npm start.
Ends with 0 when all is as it was written, 1 when not, 2 when the command was wrong.`,
)

function readHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!sequence || !hash) return command.fail(2, `--expect "${text}" is not NUMBER:HASH, as verify prints it`)
  return { sequence: Number(sequence), hash }
}

const { values, positionals } = command.read({ expect: { type: 'string' } })
const act = positionals.join(' ')
if (act !== 'verify') command.fail(2, act ? `there is no act "${act}"` : 'say what to do')
const expected = readHead(values.expect)

await command.run(async () => {
  const { entries, head, removed, broken } = await withDatabaseAsItIs(
    readConfig(process.env),
    print,
    [],
    ({ longQueries }) => verifyAudit(longQueries, expected),
  )
  if (broken) command.fail(1, `${broken}. The ${entries} entries before are as they were written.`)
  print(`All ${entries} entries are as they were written. The last one: ${head.sequence}:${head.hash || '-'}`)
  if (removed.sequence > 0) print(`Entries 1 to ${removed.sequence} were removed by their age, as the policy says.`)
})
