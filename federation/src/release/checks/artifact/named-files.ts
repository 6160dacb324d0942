import type { Descriptor } from '../../../schema/index.ts'

/** Files that an entry point or the entry needs but the descriptor's list, and so its hashes, does not have. */
export function unhashedFiles(descriptor: Descriptor): string[] {
  const listed = new Set(descriptor.files.map(({ path }) => path))
  const entryPoints =
    descriptor.kind === 'shell'
      ? [descriptor.initial, ...Object.values(descriptor.doors)]
      : Object.values(descriptor.exposes)
  const needed = [
    ...entryPoints.flatMap(({ js, css }) => [...js, ...css]),
    ...(descriptor.kind === 'shell' ? descriptor.preload : [descriptor.entry.file]),
  ]
  return [...new Set(needed)]
    .filter((file) => !listed.has(file))
    .map((file) => `${file} is needed but has no hash: it is not in the files of remote.json`)
}
