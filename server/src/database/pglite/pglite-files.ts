import { fsyncSync } from 'node:fs'
import type { Disk } from './disk.ts'
import { isUnable } from '../../storage/sync-folder.ts'

type Node = { name: string; parent: Node }
type Stream = { node: Node; nfd: number }
type Attributes = { size?: number }

/** What is used here of PGlite's module: Emscripten's files of the machine. */
export type FilesModule = {
  NODEFS: {
    realPath(node: Node): string
    node_ops: {
      setattr(node: Node, attributes: Attributes): void
      rename(node: Node, folder: Node, name: string): void
      unlink(folder: Node, name: string): void
      rmdir(folder: Node, name: string): void
    }
    stream_ops: {
      open(stream: Stream): void
      setattr(stream: Stream, attributes: Attributes): void
      read(stream: Stream, buffer: ArrayBufferView, offset: number, length: number, position: number): number
      write(stream: Stream, buffer: ArrayBufferView, offset: number, length: number, position: number): number
      fsync?(stream: Stream): number
    }
  }
}

const segment = /^[0-9A-F]{24}$/
/** EINVAL and EIO, as Emscripten counts errors. */
const [unable, ioError] = [28, 29]
const isIoError = (error: unknown) => (error as { errno?: unknown } | null)?.errno === ioError

const isInLog = ({ parent }: Node) => parent.name === 'pg_wal'
const isLog = (node: Node) => isInLog(node) && segment.test(node.name)

/**
 * Gives PostgreSQL the fsync that Emscripten's files of the machine do not have. That of the log is left to `disk`,
 * which is made to catch up before any other file is changed: on the disk the log is never behind the pages that it
 * explains. Zeros that a file grows by explain nothing. Where PostgreSQL would end its process, since it cannot write
 * its log or sync a file, a `DiskError` leaves it for good.
 */
export function syncFiles({ NODEFS }: FilesModule, disk: Disk): void {
  const { node_ops: nodes, stream_ops: streams } = NODEFS
  const { setattr, rename, unlink, rmdir } = nodes
  const { setattr: setOpen, open, read, write } = streams
  const logFirst = () => disk.orGiveUp(() => disk.catchUp())

  streams.fsync = (stream) =>
    disk.orGiveUp(() => {
      if (isLog(stream.node)) disk.note(NODEFS.realPath(stream.node))
      else {
        try {
          fsyncSync(stream.nfd)
        } catch (error) {
          // PostgreSQL goes on without it where a folder cannot be synced, and only there.
          if (isUnable(error)) return unable
          throw error
        }
      }
      return 0
    })
  // PostgreSQL reports such a failure and goes on with what it has in memory; on a disk that fails nothing more may be
  // acknowledged.
  const notingFailure = <T>(what: string, act: () => T): T => {
    try {
      return act()
    } catch (error) {
      if (isIoError(error)) disk.failedAt(new Error(`a file could not be ${what}`))
      throw error
    }
  }
  streams.open = (stream) => notingFailure('opened', () => open(stream))
  streams.read = (stream, buffer, offset, length, position) =>
    notingFailure('read', () => read(stream, buffer, offset, length, position))
  streams.write = (stream, buffer, offset, length, position) => {
    const act = () => write(stream, buffer, offset, length, position)
    if (isInLog(stream.node)) return disk.orGiveUp(act)
    if (disk.isBehind && !isZero(buffer, offset, length)) logFirst()
    return notingFailure('written', act)
  }
  streams.setattr = (stream, attributes) => {
    if (attributes.size !== undefined) logFirst()
    setOpen(stream, attributes)
  }
  nodes.setattr = (node, attributes) => {
    if (attributes.size !== undefined) logFirst()
    setattr(node, attributes)
  }
  nodes.rename = (node, folder, name) => {
    logFirst()
    rename(node, folder, name)
  }
  nodes.unlink = (folder, name) => {
    logFirst()
    unlink(folder, name)
  }
  nodes.rmdir = (folder, name) => {
    logFirst()
    rmdir(folder, name)
  }
}

type Entry = (...given: unknown[]) => unknown

/** The functions by which PGlite enters and leaves PostgreSQL's loop. */
type EntriesModule = Partial<
  Record<'stackRestore' | '_PostgresMainLoopOnce' | '_PostgresSendReadyForQueryIfNecessary' | '_pgl_pq_flush', Entry>
>

/** PGlite takes an unknown error for one of PostgreSQL's and loops for ever; this error ends the loop. */
export function leaveWhenGivenUp(module: EntriesModule, disk: Disk): void {
  for (const name of [
    'stackRestore',
    '_PostgresMainLoopOnce',
    '_PostgresSendReadyForQueryIfNecessary',
    '_pgl_pq_flush',
  ] as const) {
    const enter = module[name]
    if (!enter) throw new Error(`PGlite has no ${name} any more`)
    module[name] = (...given) => {
      if (disk.isGivenUp) disk.ensureWell()
      return enter(...given)
    }
  }
}

function isZero(buffer: ArrayBufferView, offset: number, length: number): boolean {
  const bytes = Buffer.from(buffer.buffer, buffer.byteOffset + offset, length)
  return bytes.length > 0 && bytes[0] === 0 && bytes.compare(bytes, 1, length, 0, length - 1) === 0
}
