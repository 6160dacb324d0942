import { fileSync, type FileSync } from '../../database/pglite/disk.ts'

/**
 * A disk that takes its time: a sync beside the work ends when the test lets it. Files are synced for real all the
 * same.
 */
export function heldSync() {
  const waiting: (() => void)[] = []
  let begun = 0
  let atOnce = 0
  let isHeld = true
  let isBroken = false
  const take = () => {
    if (isBroken) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  }
  const sync: FileSync = {
    now(file) {
      atOnce += 1
      take()
      fileSync.now(file)
    },
    async beside(file) {
      begun += 1
      if (isHeld && !isBroken) await new Promise<void>((resolve) => waiting.push(resolve))
      take()
      await fileSync.beside(file)
    },
  }
  const end = () => {
    for (const go of waiting.splice(0)) go()
  }
  return {
    sync,
    begun: () => begun,
    atOnce: () => atOnce,
    /** Ends the syncs that have begun. */
    end,
    hold: () => void (isHeld = true),
    letGo() {
      isHeld = false
      end()
    },
    fail() {
      isBroken = true
      end()
    },
    heal: () => void (isBroken = false),
  }
}
