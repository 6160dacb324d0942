import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'

/** Creates a file, whole or not at all. Returns false when there is one already. */
export function createFile(file: string, text: string): boolean {
  let opened: number
  try {
    opened = openSync(file, 'wx')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(opened, text)
    return true
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(opened)
  }
}
