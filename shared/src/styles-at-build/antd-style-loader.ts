import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoaderContext } from 'webpack'
import { extractBase, extractStyles, type StyleExport } from './extract-styles.ts'
import { prefixOf } from './prefix-of.ts'

const loader = fileURLToPath(import.meta.url)
const theme = fileURLToPath(new URL('../ui/theme/theme.ts', import.meta.url))

/**
 * Replaces one of antd's style modules: the same exports, which compute nothing, and a sheet of the styles that they
 * would have made in the browser. With `?css` it is that sheet.
 */
// Webpack takes the default of a loader's file.
// eslint-disable-next-line no-restricted-syntax
export default function antdStyleLoader(this: LoaderContext<unknown>, source: string): string {
  this.addDependency(theme)
  this.addContextDependency(dirname(loader))
  const file = this.resourcePath
  if (file.endsWith('genStyleUtils.js')) return withoutHookMaker(source)
  const { exports, css } = /config-provider[\\/]style/.test(file)
    ? extractBase()
    : extractStyles(file.replace(/([\\/])es([\\/])/, '$1lib$2'), prefixOf(file))
  if (this.query === '?css') return css
  return [`import ${JSON.stringify(`${file}.css!=!${loader}?css!${file}`)}`, ...exports.map(stubOf)].join('\n')
}

/** antd's maker of style hooks runs as soon as its module is imported: what remains of it is what components use. */
const withoutHookMaker = (source: string) =>
  source
    .replace(/^import \{ genStyleUtils \}.*$/m, '')
    .replace(/export const \{[^}]*\} = genStyleUtils\(\{[^]*?\n\}\);/, '')

const values = { pair: `() => ['', 'interline']`, text: `() => ''`, nothing: `() => null` }

function stubOf(found: StyleExport): string {
  const value = 'is' in found ? JSON.stringify(found.is) : values[found.returns]
  return found.name === 'default' ? `export default ${value}` : `export const ${found.name} = ${value}`
}
