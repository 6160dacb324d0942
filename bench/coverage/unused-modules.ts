import { eachMapping, TraceMap } from '@jridgewell/trace-mapping'
import { sizeOf, type UsedScript } from './use-of-code.ts'

export type Module = { name: string; bytes: number; unused: number }

/** What of each module of a script, by its source map, is there and did not run; the most unused first. */
export function unusedModules(script: UsedScript, sourceMap: string): Module[] {
  const lines = [0, ...[...script.text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const marks = [{ at: 0, name: 'webpack' }]
  eachMapping(new TraceMap(sourceMap), ({ generatedLine, generatedColumn, source }) => {
    marks.push({
      at: (lines[generatedLine - 1] ?? 0) + generatedColumn,
      name: source === null ? 'webpack' : nameOf(source),
    })
  })
  const modules = new Map<string, Module>()
  for (const [index, { at, name }] of marks.entries()) {
    const module = modules.get(name) ?? { name, bytes: 0, unused: 0 }
    const { bytes, unused } = sizeOf(script, at, Math.max(at, marks[index + 1]?.at ?? script.text.length))
    modules.set(name, { name, bytes: module.bytes + bytes, unused: module.unused + unused })
  }
  return [...modules.values()].sort((a, b) => b.unused - a.unused)
}

const nameOf = (source: string) =>
  source
    .replace(/^webpack:\/\/[^/]*\//, '')
    .replace(/.*node_modules\/(?!\.pnpm)/, '')
    .replace(/\?.*$/, '')
