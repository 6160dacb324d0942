import { relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from './parts.ts'

type Imports = ReadonlyMap<string, readonly string[]>

/** What each module of the repository imports of it, types too. */
function importsOf(folder: string): Imports {
  const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile) as { config: unknown }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const cache = ts.createModuleResolutionCache(folder, (name) => name, options)
  const resolve = (name: string, from: string) => ts.resolveModuleName(name, from, options, ts.sys, cache).resolvedModule?.resolvedFileName
  const modules = new Set(fileNames)
  return new Map(fileNames.map((file) => {
    const { importedFiles } = ts.preProcessFile(ts.sys.readFile(file) ?? '')
    return [file, importedFiles.flatMap(({ fileName }) => resolve(fileName, file) ?? []).filter((found) => modules.has(found))]
  }))
}

/** The first circle that is met: its modules in order, the first one again at the end. */
function circleIn(imports: Imports): string[] {
  const done = new Set<string>()
  const walk = (module: string, path: string[]): string[] => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module]
    if (done.has(module)) return []
    for (const next of imports.get(module) ?? []) {
      const circle = walk(next, [...path, module])
      if (circle.length > 0) return circle
    }
    done.add(module)
    return []
  }
  for (const module of imports.keys()) {
    const circle = walk(module, [])
    if (circle.length > 0) return circle
  }
  return []
}

describe('circles of imports', () => {
  it('there is none, of types neither: a type stands below those that use it', () => {
    expect(circleIn(importsOf(root)).map((file) => relative(root, file))).toEqual([])
  })

  it('one would be named', () => {
    expect(circleIn(new Map([['a', ['b', 'd']], ['b', ['c']], ['c', ['b']], ['d', []]]))).toEqual(['b', 'c', 'b'])
  })
})
