import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack'

// V8's explicit compile hint: it must be the first thing in the file. Other engines read a comment.
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Tells the browser that the functions of these chunks are called as soon as they are there: it compiles them while the
 * file arrives, off the main thread, and not each one when it is called first. Meant for what a first screen runs; for
 * code that mostly waits it is a waste.
 */
export class CompileAheadPlugin {
  private readonly chunksOf: (compilation: Compilation) => Iterable<Chunk>

  constructor(chunksOf: (compilation: Compilation) => Iterable<Chunk>) {
    this.chunksOf = chunksOf
  }

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('CompileAheadPlugin', (compilation) => {
      // Minimizing drops comments; file names are hashed from what the files hold only after this.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1
      compilation.hooks.processAssets.tap({ name: 'CompileAheadPlugin', stage }, () => {
        const files = [...this.chunksOf(compilation)].flatMap(({ files }) => [...files])
        for (const file of new Set(files.filter((name) => name.endsWith('.js')))) {
          compilation.updateAsset(file, (source) => new webpack.sources.ConcatSource(hint, source))
        }
      })
    })
  }
}
