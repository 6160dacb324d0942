import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'
import { integrityLookup } from '../../schema/index.ts'

const sealed = (tag: string, url: string) =>
  `${tag}.crossOrigin = "anonymous"; ${tag}.integrity = self.${integrityLookup}(${url});`

/**
 * Every script and stylesheet that webpack's own runtime asks for (a lazy chunk) gets the hash that the page's release
 * names for it. A file that the release does not name gets a hash that no file has: it does not run.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('IntegrityPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        (source) => webpack.Template.asString([source, sealed('script', 'url')]),
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap('IntegrityPlugin', (source, names) =>
        webpack.Template.asString([source, sealed(names.tag, names.href)]),
      )
    })
  }
}
