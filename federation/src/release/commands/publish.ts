import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder } from '../../schema/index.ts'
import { parseOrigin } from '../origins.ts'
import { publish } from '../publish.ts'
import { answering } from './answer.ts'
import { manager, openStore } from './desk.ts'

type Options = { origin?: string; rebuild?: boolean; reason: string; dryRun?: boolean }

export const addPublish = (program: Command) =>
  program
    .command('publish')
    .argument('<folder>', 'a built part, such as mfe-drivers (its dist) or a folder with remote.json')
    .option('--origin <url>', 'where this part is served from; needed once for a new part')
    .option('--rebuild', 'allow another build of a version that is published')
    .option('--reason <text>', 'why, for those who read the log', '')
    .option('--dry-run', 'check it and write nothing')
    .option('--json')
    .description('put a build into its store, once and for ever')
    .action(
      answering((folder: string, { origin, rebuild = false, reason, dryRun = false }: Options) => {
        const built = existsSync(join(folder, 'dist', 'remote.json')) ? join(folder, 'dist') : folder
        const served = origin === undefined ? undefined : parseOrigin(origin)
        const { descriptor, isNew } = publish(openStore(), built, { by: manager(), reason, origin: served, again: rebuild ? 'rebuild' : 'refuse', dryRun })
        const done = isNew ? (dryRun ? 'can be published' : 'published') : 'was published before'
        return { text: `${descriptor.name}@${artifactFolder(descriptor)} ${done}`, json: { part: descriptor.name, artifact: artifactFolder(descriptor), isNew, dryRun } }
      }),
    )
