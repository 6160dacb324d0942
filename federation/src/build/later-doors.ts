import type { Chunk, Compilation } from 'webpack'

/** The chunks of each share that the shell provides but does not carry in its first files, by the share's name. */
export function laterDoors({ modules, chunkGraph, requestShortener }: Compilation): Map<string, Chunk[]> {
  const doors = new Map<string, Chunk[]>()
  for (const module of modules) {
    if (module.type !== 'provide-module' || !module.blocks[0]) continue
    const name = module.readableIdentifier(requestShortener).match(/\(default\) (\S+)@\d/)?.[1]
    const group = chunkGraph.getBlockChunkGroup(module.blocks[0])
    if (name && group) doors.set(name, group.chunks)
  }
  return doors
}
