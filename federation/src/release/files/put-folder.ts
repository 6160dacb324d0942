import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Copies a folder to a place where there is none, all or nothing. Returns false when there is one already. */
export function putFolder(from: string, to: string): boolean {
  if (existsSync(to)) return false
  const draft = `${to}.${process.pid}.draft`
  mkdirSync(dirname(to), { recursive: true })
  rmSync(draft, { recursive: true, force: true })
  try {
    cpSync(from, draft, { recursive: true })
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(to)) return false
    throw error
  }
  return true
}
