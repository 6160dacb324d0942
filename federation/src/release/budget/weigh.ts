import type { ArtifactFile, Descriptor, DoorFiles } from '../../schema/index.ts'
import { servedBytes } from '../compress.ts'

/** Bytes of a build's code as they are served, compressed, by what they are loaded for: `first`, `late`, and of the shell each shared door by its name. */
export type Weight = Record<string, number>

const isCode = ({ path }: ArtifactFile) => /\.(js|css)$/.test(path)

/**
 * Weighs a build that lies in `folder`. `first` is what a page needs before it can show the part, `late` all that is only asked for afterwards. A file
 * that two shared doors need counts for both.
 */
export function weigh(descriptor: Descriptor, folder: string): Weight {
  const code = descriptor.files.filter(isCode)
  const bytesOf = (files: ArtifactFile[]) => files.reduce((sum, file) => sum + servedBytes(folder, file), 0)
  const doors: Record<string, DoorFiles> = descriptor.kind === 'shell' ? descriptor.doors : {}
  const first = descriptor.kind === 'shell' ? filesOf(descriptor.initial) : [descriptor.entry.file, ...Object.values(descriptor.exposes).flatMap(filesOf)]
  const known = new Set([...first, ...Object.values(doors).flatMap(filesOf)])
  const named = (files: string[]) => code.filter(({ path }) => files.includes(path))
  return {
    first: bytesOf(named(first)),
    ...Object.fromEntries(Object.entries(doors).map(([name, door]) => [name, bytesOf(named(filesOf(door)))])),
    late: bytesOf(code.filter(({ path }) => !known.has(path))),
  }
}

const filesOf = ({ js, css }: DoorFiles) => [...js, ...css]
