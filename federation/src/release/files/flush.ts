import { closeSync, fsyncSync, openSync } from 'node:fs'

const refusals = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'])

/** Brings to the disk what was written of a file, or the names in a folder, where the platform can do that. */
export function flush(path: string) {
  let opened: number | undefined
  try {
    opened = openSync(path, 'r')
    fsyncSync(opened)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && refusals.has(String(error.code)))) throw error
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}
