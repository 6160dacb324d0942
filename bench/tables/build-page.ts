import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { bundle, bundled, extensions, minimizer, sourceRules } from '../bundle.ts'

/** Builds the page with both tables into a folder: `page.js` and `page.css`. */
export const buildPage = (folder: string) =>
  bundle({
    ...bundled,
    context: import.meta.dirname,
    entry: { page: './page/index.tsx' },
    output: { path: folder, publicPath: '/', filename: '[name].js', clean: true },
    resolve: { extensions },
    optimization: { minimizer },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].css', ignoreOrder: true })],
    module: { rules: sourceRules },
  })
