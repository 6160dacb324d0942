import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtDescriptor, canNameCommit } from '../../../build/built.ts'
import { checkTypes } from '../../../build/types.ts'
import { ReleaseError } from '../../report/release-error.ts'

/**
 * The folder that holds a part's build. A part with its sources is built first, unless its `dist` is what they would
 * build now, with the commit that it could name; a folder that was built elsewhere is taken as it is. Rejects with what
 * the build said.
 */
export async function builtFolder(folder: string): Promise<string> {
  if (existsSync(join(folder, 'webpack.config.ts'))) await build(resolve(folder))
  return existsSync(join(folder, 'dist', 'remote.json')) ? join(folder, 'dist') : folder
}

async function build(folder: string) {
  try {
    const ready = builtDescriptor(folder)
    if (ready && !canNameCommit(folder, ready)) return await checkTypes(folder, ready.build)
    // webpack takes a while to load: only who builds waits for it.
    const { buildPart } = await import('../../../build/build-part.ts')
    await buildPart(folder, { anew: ready !== null })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ReleaseError(`${folder} could not be built: ${reason}`, [{ check: 'build', reason }])
  }
}
