import type { Command } from 'commander'
import { artifactFolder, type Descriptor, type Release } from '../../../schema/index.ts'
import { openArtifactStore } from '../../artifact-store/open-store.ts'
import { publishToStore } from '../../artifacts/publish-to-store.ts'
import { parseOrigin } from '../../store/origins.ts'
import { publish } from '../../artifacts/publish.ts'
import { checkCompatibility, unknownIcons } from '../../checks/compatibility.ts'
import { violationsOf } from '../../report/check-report.ts'
import { ReleaseError, violationLine } from '../../report/release-error.ts'
import type { ReleaseStore } from '../../store/store.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { builtFolder } from '../apply/built-folder.ts'
import { openStore, manager, optionalReason } from '../text/options.ts'

type Options = {
  store?: string
  origin?: string
  rebuild?: boolean
  sourceMaps?: boolean
  reason: string
  dryRun?: boolean
}

export const addPublish = (program: Command, context: CommandContext) =>
  program
    .command('publish')
    .argument('<folder>', 'a part, such as mfe-drivers, built if its sources changed; or a folder that holds a build')
    .option('--store <address>', 'a folder or s3://BUCKET[/PREFIX]; default: ARTIFACT_STORE, or DATA_DIR')
    .option('--origin <url>', 'where this part is served from; needed once for a new part')
    .option('--rebuild', 'allow another build of a version that is published')
    .option('--source-maps', 'publish its source maps too: whoever reaches its origin can read the sources')
    .option('--reason <text>', 'why, for those who read the log', optionalReason, '')
    .option('--dry-run', 'check it and write nothing')
    .option('--json')
    .description('put a build into its store, once and for ever')
    .action(
      answering(context, async (folder: string, options: Options) => {
        const { store, descriptor, isNew } = await publishWhere(context, await builtFolder(folder), options)
        const { dryRun = false } = options
        const done = isNew ? (dryRun ? 'can be published' : 'published') : 'was published before'
        const artifact = artifactFolder(descriptor)
        const warnings = store === null ? besideLive(openStore(context), descriptor) : []
        return {
          text: [
            `${descriptor.name}@${artifact} ${done}${store === null ? '' : ` in ${store}`}`,
            ...warnings.map((warning) => `warning: ${warning}`),
          ].join('\n'),
          json: { part: descriptor.name, artifact, store, isNew, dryRun, ...(warnings.length > 0 && { warnings }) },
        }
      }),
    )

/** One that cannot be read is no reason to refuse a build: the commands that change it say so. */
function liveOf(store: ReleaseStore): Release | null {
  try {
    return store.live()
  } catch {
    return null
  }
}

/** Why a pin into what is live would be refused, or leave a gap; it may be pinned together with another shell. */
function besideLive(store: ReleaseStore, descriptor: Descriptor): string[] {
  const live = liveOf(store)
  if (!live || descriptor.kind === 'shell') return []
  const pin = { url: live.shell.url, descriptor }
  const checks = checkCompatibility({ ...live, remotes: { ...live.remotes, [descriptor.name]: pin } })
  const refused = violationsOf(checks).filter(({ part }) => part === descriptor.name)
  return [...refused.map(violationLine), ...unknownIcons(descriptor, live.shell.descriptor)]
}

/**
 * In a store of its own, of which an installation need not know; or in `DATA_DIR`, with its freeze, its log and its
 * origins.
 */
async function publishWhere(
  context: CommandContext,
  built: string,
  { store: address, origin, rebuild = false, sourceMaps = false, reason, dryRun = false }: Options,
) {
  const text = address ?? (context.env.ARTIFACT_STORE || undefined)
  if (text === undefined) {
    const served = origin === undefined ? undefined : parseOrigin(origin)
    return {
      store: null,
      ...publish(openStore(context), built, {
        by: manager(context),
        reason,
        origin: served,
        sourceMaps,
        again: rebuild ? 'rebuild' : 'refuse',
        dryRun,
      }),
    }
  }
  if (origin !== undefined)
    throw new ReleaseError(
      '--origin belongs to an installation, not to a store; say it there: release part PART --origin URL',
    )
  if (sourceMaps) throw new ReleaseError('--source-maps is for an installation; a store holds none')
  if (reason !== '') throw new ReleaseError('--reason is for the log of an installation; a store has none')
  const store = openArtifactStore(text, address === undefined ? 'ARTIFACT_STORE' : '--store', context.env)
  return { store: store.address, ...(await publishToStore(store, built, { rebuild, dryRun })) }
}
