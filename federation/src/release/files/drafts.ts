import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const abandonedAfterMs = 60 * 60 * 1000

/** The name under which a file or folder is written first. No other process takes it, in containers neither. */
export const draftOf = (path: string) => `${path}.${randomUUID()}.draft`

/**
 * Removes the drafts in a folder that a process left when it died. Those that changed within the last hour stay:
 * somebody may be writing them.
 */
export function removeDrafts(folder: string, recursive = false) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder, { recursive, encoding: 'utf8' })) {
    const found = name.endsWith('.draft') && statSync(join(folder, name), { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs)
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}
