import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import webpack, { type Configuration, type RuleSetRule, type Stats, type Watching } from 'webpack'
import type { RemoteDescriptor } from '../schema/index.ts'
import { labelBuild } from './label-build.ts'
import { ourFolder } from './refresh-loader.ts'

export type SourceBuild =
  | { state: 'building' }
  | { state: 'built'; descriptor: RemoteDescriptor; ms: number }
  | { state: 'failed'; errors: string }

const described = new Set(['remote.json', 'package.json', 'webpack.config.ts'])
let times = 0

/**
 * Builds a remote by its own webpack.config.ts whenever its source changes, each build into a folder of its own below
 * `target`, as it would be published; never into its `dist`. Its components keep their state from build to build.
 * Returns how to stop.
 */
export async function watchSource(
  folder: string,
  target: string,
  onBuild: (build: SourceBuild) => void,
): Promise<() => Promise<void>> {
  let watching: Watching | undefined
  let queue: Promise<void> = Promise.resolve()

  async function begin() {
    await stop()
    try {
      watching = follow(await configOf(folder, join(target, 'out')), folder, target, onBuild)
    } catch (error) {
      onBuild({ state: 'failed', errors: error instanceof Error ? error.message : String(error) })
    }
  }
  const stop = () => new Promise<void>((resolve) => (watching ? watching.close(() => resolve()) : resolve()))

  // The files that describe the remote are read when a build is set up, so a change of it sets up a new one.
  let timer: NodeJS.Timeout | undefined
  const describing: FSWatcher = watch(folder, (_, name) => {
    if (!name || !described.has(name)) return
    clearTimeout(timer)
    timer = setTimeout(() => void (queue = queue.then(begin)), 100)
  })
  await begin()
  return async () => {
    describing.close()
    clearTimeout(timer)
    await queue
    await stop()
  }
}

async function configOf(folder: string, out: string): Promise<Configuration> {
  const file = `${pathToFileURL(join(folder, 'webpack.config.ts')).href}?${(times += 1)}`
  const { default: config } = (await import(file)) as { default: Configuration }
  const keeps = {
    test: /\.tsx?$/,
    include: [join(folder, 'src'), ourFolder],
    loader: join(import.meta.dirname, 'refresh-loader.ts'),
  }
  return {
    ...config,
    output: { ...config.output, path: out },
    optimization: { ...config.optimization, minimize: false, concatenateModules: false },
    cache: { type: 'memory' },
    module: { ...config.module, rules: [{ oneOf: [keeps, ...((config.module?.rules ?? []) as RuleSetRule[])] }] },
  }
}

function follow(
  config: Configuration,
  folder: string,
  target: string,
  onBuild: (build: SourceBuild) => void,
): Watching | undefined {
  const compiler = webpack(config)
  let last: { hash: string | undefined; descriptor: RemoteDescriptor } | undefined
  compiler.hooks.watchRun.tap('interline', () => {
    // A file that was changed while nothing imported it (its importer had an error) was not watched meanwhile, and is
    // remembered as it was.
    compiler.inputFileSystem?.purge?.()
    onBuild({ state: 'building' })
  })
  const done = (error: Error | null, stats?: Stats) => {
    const failed =
      error?.message ?? (stats?.hasErrors() ? stats.toString({ preset: 'errors-only', colors: false }) : '')
    if (failed !== '') return onBuild({ state: 'failed', errors: failed.replaceAll(`${folder}/`, '') })
    // A file that was saved as it was is no other build.
    if (last?.hash !== stats?.hash || !last)
      last = { hash: stats?.hash, descriptor: labelBuild(join(target, 'out'), target) }
    onBuild({ state: 'built', descriptor: last.descriptor, ms: Date.now() - (stats?.startTime ?? Date.now()) })
  }
  return compiler.watch({ aggregateTimeout: 10 }, done)
}
