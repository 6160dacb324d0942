import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import webpack, { type Chunk, type Compilation, type Compiler, type Module } from 'webpack'
import {
  descriptor,
  type ArtifactFile,
  type EntryPointFiles,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '../../schema/index.ts'

type FoundByBuild = 'files' | 'entry' | 'exposes' | 'initial' | 'doors' | 'preload' | 'start'
/**
 * The facts that are known of a part before its build; a remote's also says the global its container fills, the shell's
 * its static files.
 */
type Known =
  | { descriptor: Omit<RemoteDescriptor, FoundByBuild>; global: string }
  | { descriptor: Omit<ShellDescriptor, FoundByBuild>; publicFolder: string }

/**
 * Emits the finished descriptor, `remote.json`, beside the chunks: what was known before the build, and what it made,
 * with the hash of every file. For the shell it also emits the static files of its `public` folder.
 */
export class DescriptorPlugin {
  private readonly known: Known

  constructor(known: Known) {
    this.known = known
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('DescriptorPlugin', (compilation) => {
      if ('publicFolder' in this.known) {
        const { publicFolder } = this.known
        compilation.hooks.processAssets.tap(
          { name: 'DescriptorPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
          () => emitPublic(compilation, publicFolder),
        )
      }
      compilation.hooks.processAssets.tap(
        { name: 'DescriptorPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          if (compilation.errors.length > 0) return
          const json = JSON.stringify(descriptor.parse(this.describe(compilation)), null, 2)
          compilation.emitAsset('remote.json', new webpack.sources.RawSource(json))
        },
      )
    })
  }

  private describe(compilation: Compilation) {
    const files = emittedFiles(compilation)
    if ('publicFolder' in this.known) {
      const initial = filesOfChunks([...(compilation.entrypoints.get('shell')?.chunks ?? [])])
      return {
        ...this.known.descriptor,
        files,
        initial,
        doors: sharedEntryPoints(compilation, initial),
        start: files.map(({ path }) => path).find((path) => /^start\.\w+\.js$/.test(path)),
        preload: files
          .map(({ path }) => path)
          .filter((path) => /-latin-wght.*\.woff2$/.test(path) && !path.includes('-ext-')),
      }
    }
    const { global, descriptor: known } = this.known
    const container = compilation.namedChunks.get(global)
    const routes = compilation.namedChunks.get('routes')
    const entry = container && filesOfChunks([container]).js[0]
    if (!entry || !routes) throw new Error('the build made no container or no ./routes: does src/routes.tsx exist?')
    const consumed = consumedShares(compilation.modules)
    const shared = Object.fromEntries(Object.entries(known.requires.shared).filter(([name]) => consumed.has(name)))
    const atOnce = [...consumedShares(compilation.chunkGraph.getChunkModules(routes))].sort()
    return {
      ...known,
      requires: { ...known.requires, shared },
      files,
      entry: { file: entry, global },
      exposes: { './routes': { ...filesOfChunks([routes]), shared: atOnce } },
    }
  }
}

function emitPublic(compilation: Compilation, folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    compilation.emitAsset(
      relative(folder, file).replaceAll('\\', '/'),
      new webpack.sources.RawSource(readFileSync(file)),
    )
  }
}

function emittedFiles(compilation: Compilation): ArtifactFile[] {
  return compilation
    .getAssets()
    .filter(({ name }) => !name.endsWith('.map') && name !== 'remote.json')
    .map(({ name, source }) => {
      const bytes = source.buffer()
      return {
        path: name,
        bytes: bytes.length,
        integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
      }
    })
    .sort((a, b) => a.path.localeCompare(b.path))
}

function filesOfChunks(chunks: Chunk[]): EntryPointFiles {
  const files = [...new Set(chunks.flatMap((chunk) => [...chunk.files]))]
  return { js: files.filter((file) => file.endsWith('.js')), css: files.filter((file) => file.endsWith('.css')) }
}

/** The packages that code really takes from the shell, by name. */
function consumedShares(modules: Iterable<Module>): Set<string> {
  const taken = [...modules].filter(({ type }) => type === 'consume-shared-module')
  return new Set(taken.flatMap((module) => module.identifier().split('|')[2] ?? []))
}

/** Files of the shared entry points that load later than the shell itself. */
function sharedEntryPoints(compilation: Compilation, initial: EntryPointFiles): Record<string, EntryPointFiles> {
  const known = new Set([...initial.js, ...initial.css])
  const isLoadedLater = (file: string) => !known.has(file)
  return Object.fromEntries(
    [...lazyEntryPoints(compilation)].map(([name, chunks]) => {
      const { js, css } = filesOfChunks(chunks)
      return [name, { js: js.filter(isLoadedLater), css: css.filter(isLoadedLater) }]
    }),
  )
}

/** The chunks of each share that the shell provides but does not put into its first files, by the share's name. */
export function lazyEntryPoints({ modules, chunkGraph, requestShortener }: Compilation): Map<string, Chunk[]> {
  const entryPoints = new Map<string, Chunk[]>()
  for (const module of modules) {
    if (module.type !== 'provide-module' || !module.blocks[0]) continue
    const name = module.readableIdentifier(requestShortener).match(/\(default\) (\S+)@\d/)?.[1]
    const group = chunkGraph.getBlockChunkGroup(module.blocks[0])
    if (name && group) entryPoints.set(name, group.chunks)
  }
  return entryPoints
}
