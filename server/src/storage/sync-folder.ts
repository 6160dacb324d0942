import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'

const atOnce = 16

/**
 * Syncs a folder with all that is in it to the disk, and its name in the two folders above. Throws when a file cannot.
 */
export async function syncFolder(folder: string): Promise<void> {
  const folders = [folder]
  const files: string[] = []
  for (let next = 0; next < folders.length; next += 1) {
    const here = folders[next] ?? folder
    for (const entry of await readdir(here, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(here, entry.name))
      else if (entry.isFile()) files.push(join(here, entry.name))
    }
  }
  await pLimit(atOnce).map(files, (file) => sync(file, 'r+'))
  for (const one of [...folders.reverse(), dirname(folder), dirname(dirname(folder))]) await syncNames(one)
}

/** Syncs the names in a folder to the disk, where the system can: Windows cannot open folders and does it by itself. */
export const syncNames = (folder: string): Promise<void> =>
  sync(folder).catch((error: unknown) => {
    if (!isUnable(error)) throw error
  })

/** Some systems and network folders cannot sync a folder, and a folder above may be unreadable for us. */
export const isUnable = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  ['EINVAL', 'EBADF', 'EPERM', 'EISDIR', 'EACCES'].includes(error.code)

/** Syncs a file to the disk. */
export async function sync(path: string, flags: 'r' | 'r+' = 'r'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
