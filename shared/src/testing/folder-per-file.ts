import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

// The files that a test file and its processes leave in the folder for temporary files are gone with it.
const before = tmpdir()
const own = mkdtempSync(join(before, 'interline-test-'))
// Processes of another user, such as nginx's, read in it.
chmodSync(own, 0o755)
process.env.TMPDIR = own
afterAll(() => {
  process.env.TMPDIR = before
  rmSync(own, { recursive: true, force: true, maxRetries: 5 })
})
