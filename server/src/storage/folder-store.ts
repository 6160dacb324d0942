import { createReadStream } from 'node:fs'
import { access, constants, copyFile, open, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolders } from './make-folders.ts'
import { syncNames } from './sync-folder.ts'
import { FileStoreError, type FileStore, type IncomingFile } from './file-store.ts'

/** Files in a folder of this machine. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, basename(key))
  return {
    async write(key, content) {
      const draft = `${pathOf(key)}.part`
      try {
        makeFolders(folder)
        await writeSynced(draft, content)
        await rename(draft, pathOf(key))
        await syncNames(folder)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw new FileStoreError('the folder of documents cannot be written', { cause: error })
      }
    },
    async read(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { content: createReadStream(path), bytes: found.size } : undefined
    },
    async remove(key) {
      await rm(`${pathOf(key)}.part`, { force: true })
      await rm(pathOf(key), { force: true })
    },
    async ping() {
      makeFolders(folder)
      await access(folder, constants.W_OK | constants.X_OK)
    },
  }
}

async function writeSynced(path: string, content: Buffer | IncomingFile): Promise<void> {
  if (!Buffer.isBuffer(content)) await copyFile(content.path, path, constants.COPYFILE_FICLONE)
  const file = await open(path, Buffer.isBuffer(content) ? 'w' : 'r+')
  try {
    if (Buffer.isBuffer(content)) await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
