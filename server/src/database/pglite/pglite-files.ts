import { fsyncSync, writeSync } from 'node:fs'
import { isUnable } from '../../storage/sync-folder.ts'

type Stream = { node: { name: string; parent: { name: string } }; nfd: number }

/** All that is used here of PGlite's module: Emscripten's files of the machine. */
export type FilesModule = {
  NODEFS: {
    stream_ops: {
      fsync?(stream: Stream): number
      write(stream: Stream, ...data: [ArrayBufferView, number, number, number]): number
    }
  }
}

/** EINVAL, as Emscripten counts errors: PostgreSQL goes on without a sync of folders, and of nothing else. */
const unable = 28

/**
 * Gives PostgreSQL the fsync that Emscripten's files of the machine do not have, and tells `onSync` the name of each
 * file. Where PostgreSQL would end its process, because it cannot write its log or sync a file, ours ends: it would go
 * on with what is not on the disk. The next start reads what is.
 */
export function syncFiles({ NODEFS }: FilesModule, onSync: (name: string) => void): void {
  const files = NODEFS.stream_ops
  const write = files.write
  files.fsync = (stream) => {
    try {
      fsyncSync(stream.nfd)
    } catch (error) {
      if (isUnable(error)) return unable
      endProcess(error)
    }
    onSync(stream.node.name)
    return 0
  }
  files.write = (stream, ...data) => {
    try {
      return write(stream, ...data)
    } catch (error) {
      if (stream.node.parent.name === 'pg_wal') endProcess(error)
      throw error
    }
  }
}

function endProcess(error: unknown): never {
  const reason = error instanceof Error ? error.message : 'its log cannot be written'
  writeSync(2, `The database cannot save: ${reason}. The process ends; the next start reads what the disk holds.\n`)
  process.exit(1)
}
