import { join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compilation, type Configuration } from 'webpack'
import { antdStyles, CompileAheadPlugin, leanAliases, pureModules } from './monolith/tuning.ts'
import { root } from '../../e2e/harness/product/product.ts'
import { bundle, bundled, extensions, minimizer, sourceRules } from '../bundle.ts'

/** The files that the page's HTML names, in this folder: scripts, styles, and what it preloads for a screen. */
export type Monolith = { folder: string; js: string[]; css: string[]; preloads: (chunkGroup: string) => string[] }

const groups = {
  default: false as const,
  defaultVendors: false as const,
  libraries: {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|zustand|axios)[\\/]/,
    priority: 2,
  },
  list: {
    name: 'list',
    chunks: 'async' as const,
    test: /shared[\\/]src[\\/]list[\\/]|node_modules[\\/](antd[\\/]es[\\/]spin|throttle-debounce)[\\/]/,
    enforce: true,
  },
  kit: { name: 'kit', test: /node_modules[\\/](antd|@ant-design|@rc-component|rc-[a-z-]+)[\\/]/, priority: 1 },
}

/** As in the parts' own builds: the first files, and what each remote brings with its screen. */
const firstScreenChunks = ({ namedChunkGroups }: Compilation) =>
  [...namedChunkGroups.values()].flatMap(({ chunks }) => chunks)

/**
 * Builds shell and remotes from the very same sources as one webpack build, with the shell's tuning: its chunks, lean
 * packages and styles made at build time, and everything for the first screen named in the HTML.
 */
export async function buildMonolith(folder: string): Promise<Monolith> {
  const stats = await bundle(configOf(folder))
  const { entrypoints = {}, namedChunkGroups = {} } = stats.toJson({ all: false, entrypoints: true, chunkGroups: true })
  const filesOf = (group: { assets?: { name: string }[] } | undefined, type: RegExp) =>
    (group?.assets ?? []).map(({ name }) => name).filter((name) => type.test(name))
  return {
    folder,
    js: filesOf(entrypoints.shell, /\.js$/),
    css: filesOf(entrypoints.shell, /\.css$/),
    preloads: (chunkGroup) => filesOf(namedChunkGroups[chunkGroup], /\.(js|css)$/),
  }
}

const configOf = (folder: string): Configuration => ({
  context: join(root, 'shell'),
  ...bundled,
  entry: { shell: './src/index.ts' },
  output: {
    path: folder,
    publicPath: '/',
    filename: '[name].[contenthash:16].js',
    chunkFilename: '[name].[contenthash:16].js',
    assetModuleFilename: '[name].[contenthash:16][ext]',
    hashFunction: 'xxhash64',
    clean: true,
  },
  resolve: { extensions, alias: leanAliases(join(root, 'shared')) },
  optimization: {
    minimizer,
    splitChunks: { chunks: 'initial', maxInitialRequests: 6, cacheGroups: groups },
  },
  plugins: [
    new webpack.NormalModuleReplacementPlugin(/[\\/]host\.ts$/, (resource: { context: string; request: string }) => {
      if (resource.context.includes(join('federation', 'src', 'runtime')))
        resource.request = join(import.meta.dirname, 'monolith/host.ts')
    }),
    new MiniCssExtractPlugin({
      filename: '[name].[contenthash:16].css',
      chunkFilename: '[name].[contenthash:16].css',
      ignoreOrder: true,
    }),
    new CompileAheadPlugin(firstScreenChunks),
  ],
  module: {
    rules: [...sourceRules, pureModules, ...antdStyles],
  },
})
