import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { transformSync } from '@swc/core'
import webpack, { type Compiler } from 'webpack'

/** Emits a script that is inline in the page: one TypeScript file that imports nothing, minified. */
export class StartScriptPlugin {
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('StartScriptPlugin', (compilation) => {
      compilation.fileDependencies.add(this.file)
      compilation.hooks.processAssets.tap(
        { name: 'StartScriptPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const { code } = transformSync(readFileSync(this.file, 'utf8'), {
            filename: this.file,
            isModule: false,
            jsc: { parser: { syntax: 'typescript' }, target: 'es2022', minify: { compress: true, mangle: true } },
            minify: true,
          })
          const name = `start.${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`
          compilation.emitAsset(name, new webpack.sources.RawSource(code), { minimized: true })
        },
      )
    })
  }
}
