import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { makeReleaseKey } from '../../keys/release-key.ts'
import { requireNoEarlierVersion } from '../../store/open-installation.ts'
import { ReleaseStore } from '../../store/store.ts'
import { answering, type CommandContext } from '../text/output.ts'
import { dataDir, someText } from '../text/options.ts'

export const addInit = (program: Command, context: CommandContext) =>
  program
    .command('init')
    .requiredOption('--key <file>', 'where the private key goes that signs releases', someText)
    .option('--dry-run', 'say what would be made')
    .option('--json')
    .description('begin an installation, or make one more key for one that is there; prints the public key')
    .action(
      answering(context, ({ key, dryRun = false }: { key: string; dryRun?: boolean }) => {
        const folder = dataDir(context)
        requireNoEarlierVersion(folder)
        const isNew = !existsSync(join(folder, 'releases'))
        const where = isNew
          ? `an installation ${dryRun ? 'would begin' : 'begins'} at ${folder}`
          : `${folder} is there already`
        if (dryRun) return { text: `a key would be made in ${key}; ${where}`, json: { isNew, dryRun } }
        const publicKey = makeReleaseKey(key)
        new ReleaseStore(folder)
        return {
          text: `${publicKey}\nis the public key of ${key}, for RELEASE_PUBLIC_KEYS of the shell's origin; ${where}`,
          json: { publicKey, isNew },
        }
      }),
    )
