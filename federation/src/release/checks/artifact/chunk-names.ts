import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Descriptor } from '../../../schema/index.ts'
import { isFile } from './files.ts'

/**
 * The names that the first files of a build really put on the page: the container's global that its descriptor names,
 * and a list of chunks of its own. Two builds that share one would hand each other their chunks.
 */
export function sharedNames(folder: string, descriptor: Descriptor): string[] {
  const files = descriptor.kind === 'shell' ? descriptor.initial.js : [descriptor.entry.file]
  const text = files
    .map((file) => join(folder, file))
    .filter(isFile)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const names = new Set(text.match(/[\w$]+/g) ?? [])
  const lists = [...names].filter((name) => name.startsWith('webpackChunk') && !name.includes(descriptor.build))
  const unfilled = descriptor.kind === 'remote' && !names.has(descriptor.entry.global)
  return [
    ...(unfilled ? [`${descriptor.entry.file} does not fill ${descriptor.entry.global}`] : []),
    ...lists.map(
      (name) =>
        `its list of chunks ${name} does not carry its build id ${descriptor.build}: other builds share it; set output.uniqueName`,
    ),
  ]
}
