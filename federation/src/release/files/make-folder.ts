import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { flush } from './flush.ts'

/** Makes a folder and those above it, one after the other: below /proc Node's `recursive` would try for ever. */
export function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
    flush(dirname(folder))
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(folder)) throw error
  }
}
