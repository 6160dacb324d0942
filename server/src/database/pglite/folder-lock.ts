import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'

/** Another process has the folder open. */
export class FolderLockedError extends Error {}

type Holder = { pid: number; startedAt: string }

const heldHere = new Set<string>()

/**
 * Makes this process the only one that opens `folder`; returns the release. The lock is a file beside the folder that
 * names its holder by pid and time of start, so that it dies with the process (kill -9 too), even if the pid is given
 * to somebody else.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? 'unknown' }
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (linked(draft, file)) {
        heldHere.add(file)
        return () => {
          heldHere.delete(file)
          rmSync(file, { force: true })
        }
      }
      const text = read(file)
      if (text === undefined) continue
      const holder = parse(text)
      if (holder && isHolding(holder, file)) {
        throw new FolderLockedError(
          `the database folder ${folder} is in use by process ${holder.pid}; stop that process or choose another DATA_DIR`,
        )
      }
      removeStale(file, text)
    }
    throw new FolderLockedError(`the database folder ${folder} could not be locked`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function parse(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value)) return undefined
    const { pid, startedAt } = value
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : undefined
  } catch {
    return undefined
  }
}

function isHolding(holder: Holder, file: string): boolean {
  if (holder.pid === process.pid) return heldHere.has(file)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const startedAt = startOf(holder.pid)
  return startedAt === undefined || holder.startedAt === 'unknown' || startedAt === holder.startedAt
}

/** Boot and tick of the process's start, where the system provides them (Linux). */
function startOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`)
  const boot = read('/proc/sys/kernel/random/boot_id')
  if (!stat || !boot) return undefined
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return `${boot.trim()}:${afterName[19]}`
}

/** Takes the file away only if it is still the one that was judged stale; two who try at once cannot both win. */
function removeStale(file: string, text: string) {
  const aside = `${file}.stale.${randomBytes(4).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== text) linked(aside, file)
  unlinkSync(aside)
}
