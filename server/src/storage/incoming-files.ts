import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import { FileStoreError, type IncomingFile } from './file-store.ts'

/** Where files of forms are kept until the change that they belong to is committed. */
export type IncomingFiles = ReturnType<typeof openIncoming>

const hour = 3_600_000

/** In DATA_DIR, or in the system's folder for temporary files where documents are in an object store. */
export const incomingFolder = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>) =>
  s3 ? join(tmpdir(), `interline-incoming-${process.getuid?.() ?? 0}`) : join(dataDir, 'incoming')

/** Opens the folder `folder`; it is made when the first file comes. */
export function openIncoming(folder: string, now = Date.now) {
  return {
    /** Writes what comes into a new file. When it fails nothing of it stays. */
    async receive(content: Readable): Promise<IncomingFile> {
      await makeOwnFolder(folder)
      const path = join(folder, randomBytes(16).toString('hex'))
      const hash = createHash('sha256')
      let bytes = 0
      const note = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      const written = createWriteStream(path, { flags: 'wx', mode: 0o600 })
      const isClosed = new Promise<void>((resolve) => written.once('close', resolve))
      try {
        await pipeline(content, note, written)
        return { path, bytes, sha256: hash.digest('hex') }
      } catch (error) {
        // A form can be cut off while its file is being made: removed earlier, it would come afterwards.
        await isClosed
        await rm(path, { force: true })
        throw error
      }
    },
    remove: ({ path }: IncomingFile) => rm(path, { force: true }),
    /** Removes what a process left that was ended in the middle of a form; returns how many. */
    async sweep() {
      const names = await readdir(folder).catch(() => [])
      let removed = 0
      for (const name of names.filter((each) => /^[0-9a-f]{32}$/.test(each))) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        // A form is sent and answered within minutes; another process may be at one now.
        if (!found || found.mtimeMs > now() - hour) continue
        await rm(join(folder, name), { force: true })
        removed++
      }
      return removed
    },
  }
}

/** Others may write into the system's folder: what they put there under our name is not used. */
async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid()))
    throw new FileStoreError(`${folder} is not a folder of ours`)
}
