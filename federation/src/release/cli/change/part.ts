import type { Command } from 'commander'
import { partName } from '../../../schema/index.ts'
import { setPartAddress } from '../../artifacts/part-address.ts'
import { parseOrigin } from '../../store/origins.ts'
import { ReleaseError } from '../../report/release-error.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { openStore, manager, optionalReason } from '../text/options.ts'

type Options = { store?: string; origin?: string; reason: string; dryRun?: boolean }

export const addPart = (program: Command, context: CommandContext) =>
  program
    .command('part')
    .argument('<part>', 'its name, such as drivers')
    .option('--store <address>', 'the store its team publishes in: a folder or s3://BUCKET[/PREFIX]')
    .option('--origin <url>', 'where it is served from')
    .option('--reason <text>', 'why, for those who read the log', optionalReason, '')
    .option('--dry-run', 'check it and write nothing')
    .option('--json')
    .description('where a part is published and served from; with options, say so')
    .action(
      answering(context, async (part: string, { store: address, origin, reason, dryRun = false }: Options) => {
        if (!partName.safeParse(part).success)
          throw new ReleaseError(
            `"${part}" is not the name of a part: lower-case letters, digits and dashes, such as drivers`,
          )
        const served = origin === undefined ? undefined : parseOrigin(origin)
        const found = await setPartAddress(
          openStore(context),
          part,
          { store: address, origin: served },
          { by: manager(context), reason, dryRun, env: context.env },
        )
        const text = `${part} is published in ${found.store ?? (context.env.ARTIFACT_STORE || 'DATA_DIR')} and served from ${found.origin ?? 'an origin that is not known yet'}`
        return { text: dryRun ? `${text}\nnothing was written` : text, json: { part, ...found, dryRun } }
      }),
    )
