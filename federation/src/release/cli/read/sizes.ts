import type { Command } from 'commander'
import { artifactFolder, type Descriptor } from '../../../schema/index.ts'
import { weigh } from '../../checks/artifact/weigh.ts'
import { findArtifact } from '../../store/find-artifact.ts'
import { pinnedParts } from '../../store/pinned-parts.ts'
import { table } from '../text/output.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { liveRelease, openStore } from '../text/options.ts'

export const addSizes = (program: Command, context: CommandContext) =>
  program
    .command('sizes')
    .argument('[build]', 'PART@VERSION; default: what is live')
    .option('--json')
    .description('bytes of code, compressed as served, by what they are loaded for')
    .action(
      answering(context, (build: string | undefined) => {
        const store = openStore(context)
        const wanted: Descriptor[] =
          build === undefined
            ? Object.values(pinnedParts(liveRelease(store))).map(({ descriptor }) => descriptor)
            : [findArtifact(store, build)]
        const sizes = wanted.flatMap((one) =>
          Object.entries(weigh(one, store.artifactPath(one))).map(([what, bytes]) => ({
            part: one.name,
            artifact: artifactFolder(one),
            what,
            bytes,
          })),
        )
        const rows = sizes.map(({ part, artifact, what, bytes }) => [`${part}@${artifact}`, what, `${bytes} bytes`])
        return { text: table(rows).join('\n'), json: { sizes } }
      }),
    )
