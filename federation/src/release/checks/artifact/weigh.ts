import type { ArtifactFile, Descriptor, EntryPointFiles } from '../../../schema/index.ts'
import { servedBytes } from '../../store/compress.ts'

/**
 * Bytes of a build's code as they are served, compressed, by what they are loaded for: `first`, `late`, and of the
 * shell each shared entry point by its name.
 */
export type Weight = Record<string, number>

const isCode = ({ path }: ArtifactFile) => /\.(js|css)$/.test(path)

/**
 * Weighs a build that lies in `folder`. `first` is what a page needs before it can show the part, `late` all that is
 * only asked for afterwards. A file that two shared entry points need counts for both.
 */
export function weigh(descriptor: Descriptor, folder: string): Weight {
  const code = descriptor.files.filter(isCode)
  const bytesOf = (files: ArtifactFile[]) => files.reduce((sum, file) => sum + servedBytes(folder, file), 0)
  const entryPoints: Record<string, EntryPointFiles> = descriptor.kind === 'shell' ? descriptor.doors : {}
  const first =
    descriptor.kind === 'shell'
      ? [...filesOf(descriptor.initial), descriptor.start]
      : [descriptor.entry.file, ...Object.values(descriptor.exposes).flatMap(filesOf)]
  const known = new Set([...first, ...Object.values(entryPoints).flatMap(filesOf)])
  const named = (files: string[]) => code.filter(({ path }) => files.includes(path))
  return {
    first: bytesOf(named(first)),
    ...Object.fromEntries(Object.entries(entryPoints).map(([name, files]) => [name, bytesOf(named(filesOf(files)))])),
    late: bytesOf(code.filter(({ path }) => !known.has(path))),
  }
}

const filesOf = ({ js, css }: EntryPointFiles) => [...js, ...css]

/** JavaScript and styles of one remote have at most so many bytes, before compression. */
const maxBytes = 1_500_000

/** A remote whose JavaScript and styles are more than that. */
export function overweight({ kind, files }: Descriptor): string[] {
  if (kind === 'shell') return []
  const bytes = files.filter(({ path }) => /\.(js|css)$/.test(path)).reduce((sum, file) => sum + file.bytes, 0)
  return bytes <= maxBytes ? [] : [`its js and css are ${bytes} bytes, at most ${maxBytes} are allowed`]
}
