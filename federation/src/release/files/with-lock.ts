import { readFileSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createFile } from './create-file.ts'
import { ReleaseError } from '../report/release-error.ts'

const owner = z.object({ pid: z.number(), host: z.string(), at: z.string() })
type Owner = z.infer<typeof owner>

const timeoutMs = 20_000
const maxLockMs = 600_000

/**
 * Runs an act that changes the folder while no other process does the same. The lock of a process that died is taken
 * over.
 */
export function withLock<T>(folder: string, act: () => T): T {
  const file = fileOf(folder)
  const began = performance.now()
  while (!take(file)) {
    endAbandoned(file)
    if (performance.now() - began > timeoutMs)
      throw new ReleaseError(`${busyWith(readOwner(file))}; if that is not so, delete ${file}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 10)
  }
  return actAndRelease(file, act)
}

const fileOf = (folder: string) => join(folder, 'turn.json')

function actAndRelease<T>(file: string, act: () => T): T {
  try {
    return act()
  } finally {
    rmSync(file, { force: true })
  }
}

const busyWith = (who: Owner | null) =>
  who
    ? `process ${who.pid} on ${who.host} is changing the releases since ${who.at}`
    : 'another process is changing the releases'

function take(file: string): boolean {
  const mine: Owner = { pid: process.pid, host: hostname(), at: new Date().toISOString() }
  // A lock that the power cut took away is nobody's.
  return createFile(file, JSON.stringify(mine), { isFlushed: false })
}

/**
 * Removes the lock of a dead process. Only one process at a time may judge that, or it could remove a lock just taken.
 */
function endAbandoned(file: string) {
  if (!isAbandoned(file)) return
  const judge = `${file}.judge`
  if (isOld(judge)) rmSync(judge, { force: true })
  if (!take(judge)) return
  try {
    if (isAbandoned(file)) rmSync(file, { force: true })
  } finally {
    rmSync(judge, { force: true })
  }
}

function isAbandoned(file: string): boolean {
  const who = readOwner(file)
  return isOld(file) || (who !== null && who.host === hostname() && !isAlive(who.pid))
}

function isOld(file: string): boolean {
  const left = statSync(file, { throwIfNoEntry: false })
  return left !== undefined && Date.now() - left.mtimeMs > maxLockMs
}

function readOwner(file: string): Owner | null {
  try {
    return owner.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
