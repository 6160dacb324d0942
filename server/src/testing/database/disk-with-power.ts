import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * FS_IOC_SHUTDOWN with "no flush of the journal", of Linux's file systems: what is not on the disk in this moment never
 * will be.
 */
const shutDown = `$| = 1; sysopen(my $folder, $ARGV[0], 0) or die "$!"; print "ready\\n"; <STDIN>; my $how = pack("L", 2); ioctl($folder, 0x8004587d, $how) or die "$!"; print "cut\\n"`

const run = (command: string, ...rest: string[]) => execFileSync(command, rest, { stdio: 'pipe' })

/**
 * A file system of its own (ext4 with journal, in an image) whose power can be cut. Needs Linux, root, and loop
 * devices.
 */
export async function openDiskWithPower() {
  const home = mkdtempSync(join(tmpdir(), 'interline-power-'))
  const [image, folder] = [join(home, 'disk'), join(home, 'mounted')]
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, 1024 ** 3)
  const mount = () => run('mount', '-o', 'loop', image, folder)
  const remove = () => {
    try {
      run('umount', '-l', folder)
    } catch {
      // It was not mounted.
    }
    rmSync(home, { recursive: true, force: true })
  }
  try {
    run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
    mount()
  } catch (error) {
    remove()
    throw error
  }

  /** Returns how to cut it within a millisecond. */
  async function readyToCut() {
    const cutter = spawn('perl', ['-e', shutDown, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(cutter.stdout, 'data')
    return async () => {
      const ended = once(cutter, 'exit')
      cutter.stdin.end('now\n')
      const [code] = await ended
      if (code !== 0) throw new Error(`the power was not cut: perl ended with ${code}`)
    }
  }
  return {
    folder,
    readyToCut,
    /** Writes some of the files to the disk, as the system may do at any moment. */
    writeSome() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || Math.random() < 0.5) continue
        try {
          const file = openSync(join(entry.parentPath, entry.name), 'r')
          fsyncSync(file)
          closeSync(file)
        } catch {
          // It went away meanwhile.
        }
      }
    },
    /** Takes all the room that is left on it; returns how to give it back. */
    fill() {
      const ballast: string[] = []
      for (
        let { bfree, bsize } = statfsSync(folder), size = bfree * bsize;
        size >= bsize;
        size = Math.floor(size / 2)
      ) {
        const file = join(folder, `ballast-${ballast.length}`)
        ballast.push(file)
        try {
          run('fallocate', '-l', String(size), file)
        } catch {
          // Not so much any more.
        }
      }
      return () => {
        for (const file of ballast) rmSync(file, { force: true })
      }
    },
    powerAgain() {
      run('umount', folder)
      mount()
    },
    remove,
  }
}

/** Why there is none here; undefined where there is. */
export async function whyNoPower(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  try {
    const disk = await openDiskWithPower()
    try {
      await (
        await disk.readyToCut()
      )()
    } finally {
      disk.remove()
    }
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error)
  }
}
