import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createRequire } from 'node:module'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { ModuleFederationPlugin, ProvideSharedPlugin } from '@module-federation/enhanced'
import TerserPlugin from 'terser-webpack-plugin'
import type { Chunk, Compilation, Configuration, RuleSetRule } from 'webpack'
import { CompileAheadPlugin } from './plugins/compile-ahead-plugin.ts'
import { OneCopyPlugin } from './plugins/one-copy-plugin.ts'
import { leanAliases, pureModules } from './lean-packages.ts'
import { IntegrityPlugin } from './plugins/integrity-plugin.ts'
import { buildId, compilerSettings, sharedFolderOf } from './fingerprint.ts'
import { installedVersion, shareTable, versionsFor, type SharedName } from './share-table.ts'
import { readPart, type Part } from './part.ts'
import { readProvenance } from './provenance.ts'
import { writeSettingsModule } from './settings-module.ts'
import { DescriptorPlugin, lazyEntryPoints } from './plugins/descriptor-plugin.ts'
import { pageFormat } from '../schema/index.ts'
import { StartScriptPlugin } from './plugins/start-script-plugin.ts'

const require = createRequire(import.meta.url)

/** A remote's whole webpack configuration: `export default remoteConfig(import.meta.dirname)`. */
export function remoteConfig(folder: string): Configuration {
  const part = readPart(folder)
  if (!part.source) throw new Error(`${folder} has no remote.json: it is not a remote`)
  writeSettingsModule(part.folder, part.source)
  const build = buildId(part)
  const versions = versionsFor(part.folder, sharedFolderOf(part.folder))
  const ranges = Object.fromEntries(shareTable.map(({ name }) => [name, `^${versions[name]}`]))
  const global = `${part.name.replaceAll('-', '_')}_${build}`
  const requires = { shared: ranges, mfRuntime: mfRuntimeRange(), ...part.source.requires }

  return {
    ...common(part, build),
    entry: {},
    optimization: { ...minimized(), splitChunks: oneStylesheet },
    plugins: [
      new ModuleFederationPlugin({
        name: global,
        filename: 'remote.[contenthash:16].js',
        library: { type: 'var', name: global },
        exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
        shared: Object.fromEntries(
          shareTable.map(({ name }) => [
            name,
            { singleton: true, strictVersion: true, import: false as const, requiredVersion: ranges[name] ?? '' },
          ]),
        ),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: {
          externalRuntime: true,
          optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
        },
      }),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:16].css' }),
      new IntegrityPlugin(),
      new OneCopyPlugin(),
      new CompileAheadPlugin(({ namedChunks }) => [global, 'routes'].flatMap((name) => namedChunks.get(name) ?? [])),
      new DescriptorPlugin({
        descriptor: {
          ...part.source,
          kind: 'remote',
          version: part.version,
          build,
          provenance: readProvenance(part.folder),
          requires,
        },
        global,
      }),
    ],
  }
}

/**
 * The shell's whole webpack configuration: it provides what the share table names, and knows no remote. `rules` are its
 * own.
 */
export function shellConfig(folder: string, rules: RuleSetRule[] = []): Configuration {
  const part = readPart(folder)
  const sharedFolder = sharedFolderOf(part.folder)
  const build = buildId(part)
  const versions = versionsFor(part.folder, sharedFolder)
  const atStart = shareTable.filter(({ loads }) => loads === 'at-start')
  const loadedLater = shareTable.filter(({ loads }) => loads !== 'at-start')
  const sharedAs = (name: SharedName) => ({
    singleton: true,
    strictVersion: true,
    version: versions[name],
    requiredVersion: `^${versions[name]}`,
  })

  return {
    ...common(part, build, rules),
    entry: { shell: './src/index.ts' },
    optimization: {
      ...minimized(),
      splitChunks: {
        chunks: 'initial',
        maxInitialRequests: 6,
        cacheGroups: {
          default: false,
          defaultVendors: false,
          libraries: {
            name: 'libraries',
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|zustand|axios)[\\/]/,
            priority: 2,
          },
          kit: { name: 'kit', test: /node_modules[\\/](antd|@ant-design|@rc-component|rc-[a-z-]+)[\\/]/, priority: 1 },
        },
      },
    },
    plugins: [
      new ModuleFederationPlugin({
        name: 'shell',
        shared: Object.fromEntries(loadedLater.map(({ name }) => [name, sharedAs(name)])),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
      }),
      // The shell only provides the packages that are in its first files. Its own code imports those modules directly,
      // without the share scope, so that the page starts sooner.
      new ProvideSharedPlugin({
        shareScope: 'default',
        provides: Object.fromEntries(
          atStart.map(({ name }) => [name, { shareKey: name, ...sharedAs(name), eager: true }]),
        ),
      }),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:16].css', ignoreOrder: true }),
      new IntegrityPlugin(),
      new CompileAheadPlugin(firstScreenChunks),
      new StartScriptPlugin(join(part.folder, 'src', 'start.ts')),
      new DescriptorPlugin({
        descriptor: {
          kind: 'shell',
          name: 'shell',
          title: 'Interline',
          owner: 'Platform team',
          routes: part.ownRoutes,
          pageFormat,
          icons: iconsOf(part.folder),
          version: part.version,
          build,
          provenance: readProvenance(part.folder),
          provides: { shell: part.version, mfRuntime: mfRuntimeVersion(), shared: versions },
        },
        publicFolder: join(part.folder, 'public'),
      }),
    ],
  }
}

function firstScreenChunks(compilation: Compilation): Chunk[] {
  const entryPoints = lazyEntryPoints(compilation)
  const withScreen = shareTable.filter(({ loads }) => loads === 'with-screen')
  return [
    ...(compilation.entrypoints.get('shell')?.chunks ?? []),
    ...withScreen.flatMap(({ name }) => entryPoints.get(name) ?? []),
  ]
}

/** The icons of the shell's sprite, for sidebar entries of remotes. */
function iconsOf(folder: string): string[] {
  const sprite = readFileSync(join(folder, 'public', 'svg', 'sprite.svg'), 'utf8')
  return [...sprite.matchAll(/<symbol[^>]*\bid="([a-z0-9-]+)"/g)].map(([, id = '']) => id).sort()
}

const mfRuntimeVersion = () => installedVersion('@module-federation/runtime', import.meta.dirname)
const mfRuntimeRange = () => `^${mfRuntimeVersion()}`

/** An address that begins at the root, such as /svg/sprite.svg (SPEC §2), is the shell's and stays as it is written. */
const ofThePart = (url: string) => !url.startsWith('/')

/** All styles of a remote come with its screen: a dialog does not wait for a stylesheet of its own. */
const oneStylesheet = {
  cacheGroups: {
    default: false as const,
    defaultVendors: false as const,
    styles: { name: 'routes', type: 'css/mini-extract', chunks: 'all' as const, enforce: true },
  },
}

/**
 * The name that a class of a CSS Module gets in the page: `drivers_1f2e3d_document-field_upload` for `.upload` in
 * document-field.module.css. The build id's first digits keep two versions of one part in one page apart.
 */
function classNames(part: Part, build: string) {
  const source = join(part.folder, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => moduleCss.test(file))
  const names = files.map((file) => basename(file))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  // Classes are named by their file alone, without its folder: shorter names are fewer bytes in every chunk.
  if (twice) throw new Error(`${part.name}: two files are called ${twice}, and their classes would be one`)
  return ({ resourcePath }: { resourcePath: string }, _: string, name: string) =>
    `${part.name}_${build.slice(0, 6)}_${basename(resourcePath).replace(moduleCss, '')}_${name}`
}

const moduleCss = /\.module\.css$/

function common(part: Part, build: string, rules: RuleSetRule[] = []): Configuration {
  return {
    context: part.folder,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: 'source-map',
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    performance: { hints: false },
    output: {
      path: join(part.folder, 'dist'),
      uniqueName: `${part.name}_${build}`,
      publicPath: 'auto',
      filename: '[name].[contenthash:16].js',
      chunkFilename: '[name].[contenthash:16].js',
      assetModuleFilename: '[name].[contenthash:16][ext]',
      crossOriginLoading: 'anonymous',
      // As long as a remote's entry may take. Until then a dialog whose code hangs is neither opened nor said to have
      // failed; webpack's own is 120 s.
      chunkLoadTimeout: 20_000,
      hashFunction: 'xxhash64',
      strictModuleExceptionHandling: true,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      ...(part.source ? {} : { alias: leanAliases(sharedFolderOf(part.folder)) }),
    },
    module: {
      // A class that a CSS Module does not have would be "undefined" on the page.
      parser: { javascript: { importExportsPresence: 'error' } },
      rules: [
        {
          test: /\.tsx?$/,
          loader: require.resolve('ts-loader'),
          options: {
            transpileOnly: true,
            configFile: join(part.folder, 'tsconfig.json'),
            compilerOptions: {
              noEmit: false,
              allowImportingTsExtensions: false,
              rewriteRelativeImportExtensions: false,
            },
          },
        },
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: require.resolve('css-loader'),
              // With the build in its name, so that the cache of another build has no classes for this one.
              ident: `css-${build}`,
              options: {
                url: { filter: ofThePart },
                modules: { auto: moduleCss, getLocalIdent: classNames(part, build) },
              },
            },
          ],
          sideEffects: true,
        },
        { test: /\.(woff2|png|jpe?g)$/, type: 'asset/resource' },
        pureModules,
        ...rules,
      ],
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(part.folder, 'node_modules', '.cache', 'webpack'),
      version: mfRuntimeVersion(),
      buildDependencies: {
        config: [join(part.folder, 'webpack.config.ts'), ...compilerSettings(part.folder)],
        federation: [import.meta.dirname + '/'],
      },
    },
  }
}

function minimized(): Configuration['optimization'] {
  return {
    chunkIds: 'deterministic',
    moduleIds: 'deterministic',
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        terserOptions: { compress: true, mangle: true },
        extractComments: false,
      }),
    ],
  }
}
