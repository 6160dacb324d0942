import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import webpack, { type Configuration } from 'webpack'
import type { Descriptor } from '../schema/index.ts'
import { builtDescriptor, buildId, distDescriptor, readPart } from './built.ts'
import { checkTypes } from './types.ts'

/**
 * Builds a part by its own webpack.config.ts into its `dist`, unless `dist` already holds just that and it need not
 * be built `anew`. Rejects with webpack's errors as text, and with those of its `types` unless somebody else checks
 * these.
 */
export async function buildPart(
  folder: string,
  { anew = false, types = true } = {},
): Promise<{ descriptor: Descriptor; built: boolean }> {
  const ready = anew ? null : builtDescriptor(folder)
  if (ready) {
    if (types) await checkTypes(folder, ready.build)
    return { descriptor: ready, built: false }
  }

  const { default: config } = (await import(pathToFileURL(join(folder, 'webpack.config.ts')).href)) as {
    default: Configuration
  }
  const compiled = new Promise<void>((resolve, reject) => {
    const compiler = webpack(config)
    compiler.run((error, stats) => {
      const failure =
        error ?? (stats?.hasErrors() ? new Error(stats.toString({ preset: 'errors-only', colors: false })) : null)
      if (stats?.hasWarnings())
        process.stderr.write(`${stats.toString({ preset: 'errors-warnings', colors: false })}\n`)
      compiler.close((closing) => ((failure ?? closing) ? reject(failure ?? closing) : resolve()))
    })
  })
  const checked = types ? checkTypes(folder, buildId(readPart(folder))) : undefined
  for (const one of await Promise.allSettled([compiled, checked])) if (one.status === 'rejected') throw one.reason
  const made = distDescriptor(folder)
  if (!made) throw new Error(`${folder}: the build ended without a descriptor`)
  return { descriptor: made, built: true }
}
