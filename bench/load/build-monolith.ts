import { createRequire } from 'node:module'
import { join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import webpack, { type Configuration, type Stats } from 'webpack'
import { root } from '../../e2e/harness/product.ts'

const require = createRequire(import.meta.url)

/** Files of a page: what its HTML names as scripts and styles, and what it preloads for a screen. */
export type PageFiles = { js: string[]; css: string[]; preloads: (door: string) => string[] }
export type Monolith = { folder: string; files: PageFiles }

const groups = {
  default: false as const,
  defaultVendors: false as const,
  libraries: { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|zustand|axios)[\\/]/, priority: 2 },
  list: { name: 'list', chunks: 'async' as const, minChunks: 2, reuseExistingChunk: true },
  kit: { name: 'kit', test: /node_modules[\\/](antd|@ant-design|@rc-component|rc-[a-z-]+)[\\/]/, priority: 1 },
}

/**
 * Builds shell and remotes from the very same sources as one webpack build: with webpack's own splitting (`plain`), or with the shell's
 * chunks and everything for the first screen named in the HTML (`tuned`).
 */
export async function buildMonolith(kind: 'plain' | 'tuned', folder: string): Promise<Monolith> {
  const stats = await run(configOf(kind, folder))
  const { entrypoints = {}, namedChunkGroups = {} } = stats.toJson({ all: false, entrypoints: true, chunkGroups: true })
  const named = (entrypoints.shell?.assets ?? []).map(({ name }) => name)
  const preloads = (door: string) => (kind === 'plain' ? [] : (namedChunkGroups[door]?.assets ?? []).map(({ name }) => name).filter((file) => /\.(js|css)$/.test(file)))
  return { folder, files: { js: named.filter((file) => file.endsWith('.js')), css: named.filter((file) => file.endsWith('.css')), preloads } }
}

const run = (configuration: Configuration) =>
  new Promise<Stats>((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error || !stats) return reject(error ?? new Error('webpack said nothing'))
      if (stats.hasErrors()) return reject(new Error(stats.toString('errors-only')))
      resolve(stats)
    })
  })

const configOf = (kind: 'plain' | 'tuned', folder: string): Configuration => ({
  context: join(root, 'shell'),
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: false,
  entry: { shell: './src/index.ts' },
  performance: { hints: false },
  output: { path: folder, publicPath: '/', filename: '[name].[contenthash:16].js', chunkFilename: '[name].[contenthash:16].js', assetModuleFilename: '[name].[contenthash:16][ext]', hashFunction: 'xxhash64', clean: true },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  optimization: {
    minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, terserOptions: { compress: true, mangle: true }, extractComments: false })],
    ...(kind === 'tuned' && { splitChunks: { chunks: 'initial', maxInitialRequests: 6, cacheGroups: groups } }),
  },
  plugins: [
    new webpack.NormalModuleReplacementPlugin(/[\\/]host\.ts$/, (resource: { context: string; request: string }) => {
      if (resource.context.includes(join('federation', 'src', 'runtime'))) resource.request = join(import.meta.dirname, 'monolith/host.ts')
    }),
    new MiniCssExtractPlugin({ filename: '[name].[contenthash:16].css', chunkFilename: '[name].[contenthash:16].css', ignoreOrder: true }),
  ],
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: require.resolve('ts-loader'),
        options: { transpileOnly: true, configFile: join(root, 'bench/tsconfig.json'), compilerOptions: { noEmit: false, allowImportingTsExtensions: false, rewriteRelativeImportExtensions: false } },
      },
      { test: /\.css$/, use: [MiniCssExtractPlugin.loader, require.resolve('css-loader')], sideEffects: true },
      { test: /\.(woff2|png|jpe?g)$/, type: 'asset/resource' },
    ],
  },
})
