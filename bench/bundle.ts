import { createRequire } from 'node:module'
import { join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import webpack, { type Configuration, type RuleSetRule, type Stats } from 'webpack'
import { root } from '../e2e/harness/product/product.ts'

const require = createRequire(import.meta.url)

/** How benches bundle our sources: for production, as the parts' own build does. */
export const bundled: Configuration = {
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: false,
  performance: { hints: false },
}

export const extensions = ['.tsx', '.ts', '.js']

export const minimizer = [
  new TerserPlugin({
    minify: TerserPlugin.swcMinify,
    terserOptions: { compress: true, mangle: true },
    extractComments: false,
  }),
]

export const sourceRules: RuleSetRule[] = [
  {
    test: /\.tsx?$/,
    loader: require.resolve('ts-loader'),
    options: {
      transpileOnly: true,
      configFile: join(root, 'bench/tsconfig.json'),
      compilerOptions: { noEmit: false, allowImportingTsExtensions: false, rewriteRelativeImportExtensions: false },
    },
  },
  {
    test: /\.css$/,
    use: [
      MiniCssExtractPlugin.loader,
      { loader: require.resolve('css-loader'), options: { url: { filter: (url: string) => !url.startsWith('/') } } },
    ],
    sideEffects: true,
  },
  { test: /\.(woff2|png|jpe?g)$/, type: 'asset/resource' },
]

/** Builds; rejects with webpack's errors as text. */
export const bundle = (configuration: Configuration): Promise<Stats> =>
  new Promise((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error || !stats) return reject(error ?? new Error('webpack said nothing'))
      if (stats.hasErrors()) return reject(new Error(stats.toString('errors-only')))
      resolve(stats)
    })
  })
