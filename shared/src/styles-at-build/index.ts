import { fileURLToPath } from 'node:url'
import type { RuleSetRule } from 'webpack'

const loader = fileURLToPath(new URL('./antd-style-loader.ts', import.meta.url))

/**
 * webpack rules that make antd's styles at build time, for our theme in both schemes, as sheets beside the chunks of
 * the components they style. Without them antd makes the same styles in the browser. A component whose prefix is not
 * its folder's name is named in `prefix-of.ts`.
 */
export const antdStyles: RuleSetRule[] = [
  {
    test: /[\\/]antd[\\/]es[\\/](?!style[\\/]|theme[\\/]).*[\\/]style([\\/][\w-]+)?\.js$/,
    issuer: { not: /[\\/]style([\\/]|\.js$)/ },
    use: loader,
    sideEffects: true,
  },
  { test: /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]genStyleUtils\.js$/, use: loader },
]
