import { spawnSync } from 'node:child_process'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { PlainError } from '../../config/plain-error.ts'

/** macOS and Windows lock a file as they open it: UV_FS_O_EXLOCK of libuv, which Node gives no name. */
const openLocked: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20 | constants.O_NONBLOCK, win32: 0x10000000 }

/**
 * Makes this process the only one that opens `folder`; returns the release. The lock is the system's own, on a file
 * beside the folder: it ends with the process, kill -9 too, and holds between containers that share a volume. On Linux
 * the command `flock` takes it on a file that is open here. The file stays, and says who had it last.
 */
export function lockFolder(folder: string): () => void {
  const path = `${folder}.lock`
  const file = openOrFail(folder, path)
  if (openLocked[process.platform] === undefined) {
    const { status, error } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] })
    if (status !== 0) {
      closeSync(file)
      throw status === 1
        ? inUse(folder, path)
        : new PlainError(
            `the database folder ${folder} cannot be locked: ${error ? `flock does not start (${error.message})` : `flock ended with ${status}`}`,
          )
    }
  }
  ftruncateSync(file)
  writeSync(file, `process ${process.pid} of ${hostname()}`, 0)
  return () => closeSync(file)
}

function openOrFail(folder: string, path: string): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | (openLocked[process.platform] ?? 0), 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY'))
      throw inUse(folder, path)
    throw error
  }
}

function inUse(folder: string, path: string): PlainError {
  let holder = ''
  try {
    holder = readFileSync(path, 'utf8')
  } catch {
    // Windows lets nobody read a locked file.
  }
  return new PlainError(
    `the database folder ${folder} is in use by ${holder || 'another process'}; stop that process or choose another DATA_DIR`,
  )
}
