import type { Command } from 'commander'
import { z } from 'zod'
import { readJson } from '../../../schema/read-json.ts'
import { addEvidence } from '../../evidence/add-evidence.ts'
import { evidence, pairName } from '../../evidence/evidence.ts'
import { allEvidence } from '../../evidence/stored-evidence.ts'
import { table } from '../text/output.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { manager, openStore } from '../text/options.ts'

/** What `npm run skew -- --json FILE` writes; more than the evidence may be in it. */
const evidenceFile = z.object({ evidence: z.array(evidence).min(1) })

/** `release evidence …`: what the skew matrix found. */
export function addEvidenceCommands(program: Command, context: CommandContext) {
  const group = program.command('evidence').description('what the skew matrix (npm run skew) found')

  group
    .command('list', { isDefault: true })
    .option('--json')
    .description('every pair of builds that was tried')
    .action(
      answering(context, () => {
        const all = allEvidence(openStore(context))
        const rows = all.map(({ file, evidence: one, reason }) =>
          one
            ? [
                pairName(one),
                one.result,
                one.at,
                one.by,
                one.failures.map(({ test, reason: why }) => `${test}: ${why.split('\n')[0] ?? ''}`).join('; '),
              ]
            : [file, 'does not count', '', '', reason],
        )
        return { text: table(rows).join('\n') || 'no evidence yet; npm run skew makes it', json: { evidence: all } }
      }),
    )

  group
    .command('add')
    .argument('<file>', 'what npm run skew -- --json FILE wrote')
    .option('--dry-run', 'check it and write nothing')
    .option('--json')
    .description('take what the skew matrix found, signed and logged')
    .action(
      answering(context, (file: string, { dryRun = false }: { dryRun?: boolean }) => {
        const found = readJson(file, evidenceFile).evidence
        addEvidence(openStore(context), found, { by: manager(context), dryRun })
        const rows = found.map((one) => [pairName(one), one.result])
        return {
          text: [dryRun ? 'would be added' : 'added', ...table(rows)].join('\n'),
          json: { added: found, dryRun },
        }
      }),
    )
}
