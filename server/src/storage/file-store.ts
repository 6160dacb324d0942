import type { Readable } from 'node:stream'

/** A file that came in and is not stored yet: on disk, never whole in memory. */
export type IncomingFile = { path: string; bytes: number; sha256: string }

/** The store could not write, read or remove a document; it may work again in a moment. */
export class FileStoreError extends Error {}

/** Where uploaded documents are kept, by keys of the form `uploads/<hex>.<ext>`. */
export type FileStore = {
  write(key: string, content: Buffer | IncomingFile): Promise<void>
  /** Undefined when there is no such file. */
  read(key: string): Promise<{ content: Readable; bytes: number | undefined } | undefined>
  remove(key: string): Promise<void>
  /** Throws when the store does not answer. */
  ping(): Promise<void>
}
