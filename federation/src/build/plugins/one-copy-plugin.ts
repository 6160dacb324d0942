import { relative } from 'node:path'
import webpack, { type Compiler, type Module } from 'webpack'
import { shareTable } from '../share-table.ts'

/** Files of packages of which a page has one copy; what else these packages hold may be compiled into a remote. */
const ofOneCopy =
  /[\\/]node_modules[\\/](react(?=[\\/](index|cjs[\\/]react)\.)|react-dom|antd|react-router(-dom)?|@tanstack[\\/](react-query|query-core)|dayjs(?=[\\/](dayjs\.min|esm[\\/]index)\.)|zustand(?=[\\/](esm[\\/])?(index|react|vanilla)\.))[\\/]/

/** Refuses a remote that brings a second copy of what the shell provides, with what imports it. */
export class OneCopyPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('OneCopyPlugin', (compilation) => {
      compilation.hooks.finishModules.tap('OneCopyPlugin', (modules) => {
        const nameOf = (module: Module | null | undefined) => ofOneCopy.exec(module?.nameForCondition() ?? '')?.[1]
        const found = [...modules].flatMap((module) => {
          const by = compilation.moduleGraph.getIssuer(module)
          const name = nameOf(module)
          if (!name || nameOf(by) === name) return []
          return [`${relative(compiler.context, by?.nameForCondition() ?? '')} brings a second copy of ${name}`]
        })
        const provided = shareTable.map(({ name }) => name).join(', ')
        for (const one of new Set(found))
          compilation.errors.push(new webpack.WebpackError(`${one}; import from what the shell provides: ${provided}`))
      })
    })
  }
}
